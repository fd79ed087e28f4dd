import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'
import { WAIT, waitedInVain, type Wait } from './wait.ts'

/** Which deliveries are meant: of an event, of a list, of a webhook, by status, since an instant, after the one of a number. */
export type DeliveryFilter = Omit<QueryOf<'getDeliveries'>, 'wait' | 'at_least'>

/** Which deliveries are waited for, and how long. */
export type DeliveryWait = Omit<DeliveryFilter, 'settled' | 'limit' | 'offset'> & Wait

/** The webhooks of a world that went out: `world.deliveries`. */
export class Deliveries {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * Those that match, oldest first; at most 100 unless `limit` says otherwise. Answers at once.
   *
   * @example
   * const gone = await world.deliveries.list({ event: 'unsubscribe', status: 'retrying' })
   * console.log(gone.length) // 0
   */
  async list(filter: DeliveryFilter = {}): Promise<readonly Schemas['Delivery'][]> {
    const { deliveries } = await this.#transport.call('getDeliveries', this.#world, { query: filter })
    return deliveries
  }

  /**
   * One of them, with its attempts.
   *
   * @throws RefusedError with status 404 when there is none of this number, or none any more.
   * @example
   * const { deliveries } = await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const { event, payload } = await world.deliveries.get(deliveries[0] ?? 0)
   * console.log(event, payload['type']) // unsubscribe unsubscribe
   */
  get(id: number): Promise<Schemas['Delivery']> {
    return this.#transport.call('getDelivery', this.#world, { path: { delivery_id: String(id) } })
  }

  /**
   * The first that matches and whose attempt is over, whatever came of it: a test looks at `status` and at the last of `attempts`.
   * Retries wait on the clock of the world.
   *
   * @throws WaitTimeoutError when there is none in time; it shows what went out instead.
   * @example
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const { url } = await world.deliveries.waitFor({ event: 'unsubscribe', webhook_id: '3eb0000012' })
   * console.log(url) // http://127.0.0.1:5000/leavers
   */
  async waitFor(filter: DeliveryWait = {}): Promise<Schemas['Delivery']> {
    const [first] = await this.#settled(filter, 1)
    // TypeScript cannot know that there is one.
    return first as Schemas['Delivery']
  }

  /**
   * As many that match and whose attempts are over, oldest first.
   *
   * @throws WaitTimeoutError when there are fewer in time; it shows what went out instead.
   * @example
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const both = await world.deliveries.waitForAll({ event: 'unsubscribe' }, 2)
   * console.log(both.map(({ webhook_id }) => webhook_id).join()) // 3eb0000011,3eb0000012
   */
  waitForAll(filter: DeliveryWait, count: number): Promise<readonly Schemas['Delivery'][]> {
    return this.#settled(filter, count)
  }

  /**
   * Sends one once more. The answer does not wait for the attempt: `waitFor({ after: id - 1 })` does.
   *
   * @throws RefusedError with status 409 when it is on its way already, or its webhook is gone.
   * @example
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const { id } = await world.deliveries.waitFor()
   * console.log((await world.deliveries.resend(id)).status) // pending
   */
  resend(id: number): Promise<Schemas['Delivery']> {
    return this.#transport.call('resendDelivery', this.#world, { path: { delivery_id: String(id) } })
  }

  /**
   * Forgets all of them, those as well that still wait to be sent.
   *
   * @example
   * await world.deliveries.clear()
   */
  async clear(): Promise<void> {
    await this.#transport.call('deleteDeliveries', this.#world)
  }

  async #settled({ wait = WAIT, ...filter }: DeliveryWait, count: number): Promise<readonly Schemas['Delivery'][]> {
    const query = { ...filter, settled: true, wait: String(wait), at_least: count, limit: count }
    const { deliveries } = await this.#transport.call('getDeliveries', this.#world, { query })
    if (deliveries.length >= count) return deliveries
    throw await waitedInVain({
      missed: (such) =>
        count === 1
          ? `No ${such}delivery was attempted`
          : `Only ${deliveries.length} of ${count} ${such}deliveries were attempted`,
      filter,
      wait,
      page: async (page) => {
        const answer = await this.#transport.call('getDeliveries', this.#world, { query: page })
        return { total: answer.total, things: answer.deliveries }
      },
      line: ({ id, event, status, url, ...how }) => [`#${id}`, event, status, url, outcomeOf(how)],
      nothing: 'No webhook went out at all. Does the world have one for this event and its source?',
    })
  }
}

function outcomeOf({ attempts, reason, next_attempt_at: next }: Partial<Schemas['Delivery']>): string {
  const last = attempts?.at(-1)
  const said = last?.response ? `answered ${last.response.status}` : (last?.error ?? reason)
  return [said, next && `next at ${next}`].filter(Boolean).join(', ')
}
