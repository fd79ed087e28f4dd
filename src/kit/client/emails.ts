import type { QueryOf, Schemas } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'
import { WAIT, waitTimeoutError, type Wait } from './wait.ts'

/** Filters emails by address and kind. */
export type EmailFilter = Omit<QueryOf<'getEmails'>, 'wait' | 'at_least'>

/** The email to wait for, and how long. */
export type EmailWait = Omit<EmailFilter, 'limit' | 'offset'> & Wait

/** The emails that the service has sent: `world.emails`. */
export class Emails extends PartOfWorld {
  /**
   * The emails that match, oldest first; at most 100 unless `limit` is set. Does not wait.
   *
   * @example
   * const emails = await world.emails.list({ kind: 'confirm_subscription' })
   * console.log(emails.length) // 0
   */
  async list(filter: EmailFilter = {}): Promise<readonly Schemas['Email'][]> {
    const { emails } = await this.call('getEmails', { query: filter })
    return emails
  }

  /**
   * One email, with its cause: a call, a job or a trigger.
   *
   * @throws RefusedError with status 404 if it doesn't exist or was evicted.
   * @example
   * await world.fetch('/verified-domains', { method: 'POST', body: '{"verification_email":"ada@acme.test"}' })
   * const { kind, to } = await world.emails.get(1)
   * console.log(kind, to) // domain_verification ada@acme.test
   */
  get(id: number): Promise<Schemas['Email']> {
    return this.call('getEmail', { path: { email_id: String(id) } })
  }

  /**
   * Waits for the first matching email, for example to read the link of a double opt-in, which `world.fetch` opens, or the code of
   * a domain.
   *
   * @throws WaitTimeoutError if there is none in time; the message lists the other emails.
   * @example
   * const body = JSON.stringify({ email_address: 'new@acme.test', status: 'pending' })
   * await world.fetch('/lists/3eb0000001/members', { method: 'POST', body })
   * const email = await world.emails.waitFor({ to: 'new@acme.test', kind: 'confirm_subscription' })
   * await world.fetch(email.links[0] ?? '')
   * const member = await world.fetch('/lists/3eb0000001/members/new@acme.test?fields=status')
   * console.log(await member.text()) // {"status":"subscribed"}
   */
  async waitFor({ wait = WAIT, ...filter }: EmailWait = {}): Promise<Schemas['Email']> {
    const query = { ...filter, wait: String(wait), limit: 1 }
    const [email] = (await this.call('getEmails', { query })).emails
    if (email) return email
    throw await waitTimeoutError({
      missed: (such) => `No ${such}email was sent`,
      filter,
      wait,
      page: async (page) => {
        const answer = await this.call('getEmails', { query: page })
        return { total: answer.total, things: answer.emails }
      },
      line: ({ id, kind, to, subject }) => [`#${id}`, kind, to, JSON.stringify(subject)],
      nothing: 'The service sent no email at all.',
    })
  }
}
