import type { QueryOf, Schemas } from './contract.ts'
import type { Wait } from './deliveries.ts'
import { WaitTimeoutError } from './errors.ts'
import type { Transport } from './transport.ts'

/** Which emails are meant. */
export type EmailFilter = Omit<QueryOf<'getEmails'>, 'wait' | 'at_least'>

/** The emails that the service sent. */
export class Emails {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** Those that match; at most 100 unless `limit` says otherwise. */
  async list(filter: EmailFilter = {}): Promise<readonly Schemas['Email'][]> {
    const { emails } = await this.#transport.call('getEmails', this.#world, { query: filter })
    return emails
  }

  /** The first that matches. Throws a `WaitTimeoutError` when there is none in time. */
  async waitFor({ wait = 'PT5S', ...filter }: EmailFilter & Wait = {}): Promise<Schemas['Email']> {
    const query = { ...filter, wait: String(wait), limit: 1 }
    const [email] = (await this.#transport.call('getEmails', this.#world, { query })).emails
    if (email) return email
    throw new WaitTimeoutError(`No email matched ${JSON.stringify(filter)}.`)
  }
}
