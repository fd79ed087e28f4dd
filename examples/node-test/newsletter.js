import { setTimeout as realPause } from 'node:timers/promises'

/**
 * The part of an application that talks to the email service. Tests can replace how it calls and how it waits.
 *
 * @param {{ apiUrl: string, apiKey: string, fetch?: typeof fetch, pause?: (ms: number) => Promise<unknown> }} options
 */
export function newsletter({ apiUrl, apiKey, fetch = globalThis.fetch, pause = realPause }) {
  /** Asks an address to confirm and returns the status of the member. A PUT is safe to repeat. */
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
