import pLimit from 'p-limit'
import { CallError, type EmailApi, memberPath } from './email-api.ts'

export type Mirror = ReturnType<typeof createMirror>

/** Our own table of the list's members. A real service would have a database. */
export function createMirror({ call }: EmailApi, listId: string) {
  const rows = new Map<string, { status: string; firstName: unknown }>()
  // One after the other, so that the last answer is the newest.
  const limit = pLimit(1)

  async function read(email: string) {
    try {
      // A single attempt: the service waits ten seconds for our answer to a webhook and delivers again without one.
      const { status, merge_fields } = await call('GET', memberPath(listId, email), { patience: 0 })
      rows.set(email.toLowerCase(), { status, firstName: merge_fields['FNAME'] })
    } catch (error) {
      if (!(error instanceof CallError && error.status === 404)) throw error
      rows.delete(email.toLowerCase())
    }
  }

  return {
    get: (email: string) => rows.get(email.toLowerCase()),
    refresh: (email: string) => limit(() => read(email)),
    /** Takes the form in a webhook. Webhooks may be repeated, late and out of order, so they only say which members to read. */
    async receive(body: string) {
      const form = new URLSearchParams(body)
      const emails = ['email', 'old_email', 'new_email'].map((name) => form.get(`data[${name}]`) ?? '')
      await limit.map(emails.filter(Boolean), read)
    },
  }
}
