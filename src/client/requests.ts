import type { QueryOf, Schemas } from './contract.ts'
import { VerificationError } from './errors.ts'
import type { Transport } from './transport.ts'
import { reportOf, shownIn } from './verification.ts'

/** Which calls are meant: of an operation, at a path, with a status, since an instant, after the one of an id. */
export type RequestFilter = QueryOf<'getRequests'>

/** The calls that came to a world: `world.requests`. */
export class Requests {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * Those that match, oldest first; at most 100 unless `limit` says otherwise.
   *
   * @throws RefusedError with status 422 when there is no such operation; its message names the nearest.
   * @example
   * await world.fetch('/lists')
   * const [call] = await world.requests.list({ operation: ['getLists'] })
   * console.log(call?.status) // 200
   */
  async list(filter: RequestFilter = {}): Promise<readonly Schemas['Request'][]> {
    const { requests } = await this.#transport.call('getRequests', this.#world, { query: filter })
    return requests
  }

  /**
   * One of them, by the `X-Request-Id` of its answer.
   *
   * @throws RefusedError with status 404 when it is not there, or not any more.
   * @example
   * const { headers } = await world.fetch('/lists?colour=red')
   * const { ignored } = await world.requests.get(headers.get('x-request-id') ?? '')
   * console.log(ignored.join()) // colour
   */
  get(id: string): Promise<Schemas['Request']> {
    return this.#transport.call('getRequest', this.#world, { path: { request_id: id } })
  }

  /**
   * Holds what came against what should have come; at least one call has to match unless `count` says otherwise. With `within` it
   * waits, in real time, until that can be told: for `at_least` until enough have come, for `exactly` and `at_most` to the end of that
   * time, since one more could come.
   *
   * @throws VerificationError unless the verdict is a pass; it shows the calls that came closest.
   * @example
   * await world.fetch('/lists/3eb0000001/members/bob@acme.test', { method: 'PATCH', body: '{"vip":true}' })
   * const { matched } = await world.requests.verify({
   *   match: { operation: 'updateMember', body: { '/vip': true } },
   *   count: { at_least: 1 },
   *   within: 'PT3S',
   * })
   * console.log(matched) // 1
   */
  async verify(expected: Schemas['VerifyRequests'] = {}): Promise<Schemas['Verdict']> {
    const verdict = await this.verdict(expected)
    if (verdict.verdict === 'pass') return verdict
    // One that had to make room meanwhile is shown without its path.
    const calls = await Promise.all(shownIn(verdict).map((id) => this.get(id).catch(() => undefined)))
    const shown = new Map(calls.flatMap((call) => (call ? [[call.id, call]] : [])))
    throw new VerificationError(reportOf(expected, verdict, shown), verdict)
  }

  /**
   * The same without throwing.
   *
   * @example
   * const { verdict } = await world.requests.verdict({ match: { method: 'DELETE' }, count: { exactly: 0 } })
   * console.log(verdict) // pass
   */
  verdict(expected: Schemas['VerifyRequests'] = {}): Promise<Schemas['Verdict']> {
    return this.#transport.call('verifyRequests', this.#world, { body: expected })
  }

  /**
   * All of them as HAR 1.2, which the developer tools of browsers open.
   *
   * @example
   * await world.fetch('/ping')
   * const { log } = await world.requests.har()
   * console.log(log.entries.length) // 1
   */
  har(filter: QueryOf<'getRequestsHar'> = {}): Promise<Schemas['Har']> {
    return this.#transport.call('getRequestsHar', this.#world, { query: filter })
  }

  /**
   * Forgets all of them.
   *
   * @example
   * await world.requests.clear()
   */
  async clear(): Promise<void> {
    await this.#transport.call('deleteRequests', this.#world)
  }
}
