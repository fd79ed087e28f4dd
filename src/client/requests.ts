import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'
import { judged } from './verification.ts'

/** Which calls are meant. */
export type RequestFilter = QueryOf<'getRequests'>

/** The calls that came to a world. */
export class Requests {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** Those that match, oldest first; at most 100 unless `limit` says otherwise. */
  async list(filter: RequestFilter = {}): Promise<readonly Schemas['Request'][]> {
    const { requests } = await this.#transport.call('getRequests', this.#world, { query: filter })
    return requests
  }

  /** One of them. */
  get(id: string): Promise<Schemas['Request']> {
    return this.#transport.call('getRequest', this.#world, { path: { request_id: id } })
  }

  /** Throws a `VerificationError` unless so many calls match: it shows those that came closest. */
  async verify(expected: Schemas['VerifyRequests']): Promise<Schemas['Verdict']> {
    return judged(expected, await this.#transport.call('verifyRequests', this.#world, { body: expected }))
  }

  /** The same without throwing. */
  verdict(expected: Schemas['VerifyRequests']): Promise<Schemas['Verdict']> {
    return this.#transport.call('verifyRequests', this.#world, { body: expected })
  }

  /** All of them as HAR 1.2, which the developer tools of browsers open. */
  har(filter: QueryOf<'getRequestsHar'> = {}): Promise<Schemas['Har']> {
    return this.#transport.call('getRequestsHar', this.#world, { query: filter })
  }

  /** Forgets all of them. */
  async clear(): Promise<void> {
    await this.#transport.call('deleteRequests', this.#world)
  }
}
