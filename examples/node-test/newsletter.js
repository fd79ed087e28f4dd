import { setTimeout as realPause } from 'node:timers/promises'

/**
 * The part of an application that knows the email service. How it calls and how it waits can be given by a test.
 *
 * @param {{ apiUrl: string, apiKey: string, fetch?: typeof fetch, pause?: (ms: number) => Promise<unknown> }} options
 */
export function newsletter({ apiUrl, apiKey, fetch = globalThis.fetch, pause = realPause }) {
  /** Asks somebody to confirm, and answers the status of the member. A PUT can be repeated as often as it takes. */
  async function invite(list, email) {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const response = await fetch(`${apiUrl}/lists/${list}/members/${email}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ email_address: email, status_if_new: 'pending' }),
      })
      const answer = await response.json()
      if (response.ok) return answer.status
      if (![429, 503].includes(response.status)) throw new Error(answer.detail)
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1000)
    }
    throw new Error('The email service is busy.')
  }
  return { invite }
}
