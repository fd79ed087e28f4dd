import type { QueryOf, Schemas } from './contract.ts'
import { describeProgress } from './wording.ts'
import { PartOfWorld } from './part-of-world.ts'
import { WAIT, waitTimeoutError, type Wait } from './wait.ts'

/** The events of deliveries. */
export type DeliveredEvent = Schemas['Delivery']['event']

/** A delivery of an event, with the payload of that event in the words of the reference. Its `body` is the text that is sent. */
export type DeliveryOf<Event extends DeliveredEvent> = Extract<Schemas['Delivery'], { readonly event: Event }>

/** Filters deliveries by event, list, webhook, status, start, and number. */
export type DeliveryFilter<Event extends DeliveredEvent = DeliveredEvent> = Omit<
  QueryOf<'getDeliveries'>,
  'wait' | 'at_least' | 'event'
> & { readonly event?: Event }

/** The deliveries to wait for, and how long. */
export type DeliveryWait<Event extends DeliveredEvent = DeliveredEvent> = Omit<
  DeliveryFilter<Event>,
  'settled' | 'limit' | 'offset'
> &
  Wait

/** The webhook deliveries of a world: `world.deliveries`. */
export class Deliveries extends PartOfWorld {
  /**
   * The deliveries that match, oldest first; at most 100 unless `limit` is set. Does not wait.
   *
   * @example
   * const gone = await world.deliveries.list({ event: 'unsubscribe', status: 'retrying' })
   * console.log(gone.length) // 0
   */
  async list<Event extends DeliveredEvent = DeliveredEvent>(
    filter: DeliveryFilter<Event> = {},
  ): Promise<readonly DeliveryOf<Event>[]> {
    const { deliveries } = await this.call('getDeliveries', { query: filter })
    // The server returns no other events.
    return deliveries as readonly DeliveryOf<Event>[]
  }

  /**
   * One delivery, with its attempts.
   *
   * @throws RefusedError with status 404 if it doesn't exist or was evicted.
   * @example
   * const { deliveries } = await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const { event, payload } = await world.deliveries.get(deliveries[0] ?? 0)
   * if (event === 'unsubscribe') console.log(payload.data.reason) // manual
   */
  get(id: number): Promise<Schemas['Delivery']> {
    return this.call('getDelivery', { path: { delivery_id: String(id) } })
  }

  /**
   * Waits for the first matching delivery that has been attempted, successfully or not: check its `status` and the last of its
   * `attempts`. Retries wait for the world's clock.
   *
   * @throws WaitTimeoutError if there is none in time; the message lists the other deliveries.
   * @example
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const { url, payload } = await world.deliveries.waitFor({ event: 'unsubscribe', webhook_id: '3eb0000012' })
   * console.log(url, payload.data.email) // http://127.0.0.1:5000/leavers bob@acme.test
   */
  async waitFor<Event extends DeliveredEvent = DeliveredEvent>(filter: DeliveryWait<Event> = {}): Promise<DeliveryOf<Event>> {
    const [first] = await this.#settled(filter, 1)
    // The server returns at least one.
    return first as DeliveryOf<Event>
  }

  /**
   * Waits for `count` matching deliveries that have been attempted, oldest first.
   *
   * @throws WaitTimeoutError if there are fewer in time; the message lists the other deliveries.
   * @example
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const both = await world.deliveries.waitForAll({ event: 'unsubscribe' }, 2)
   * console.log(both.map(({ webhook_id }) => webhook_id).join()) // 3eb0000011,3eb0000012
   */
  waitForAll<Event extends DeliveredEvent = DeliveredEvent>(
    filter: DeliveryWait<Event>,
    count: number,
  ): Promise<readonly DeliveryOf<Event>[]> {
    return this.#settled(filter, count)
  }

  /**
   * Sends a delivery again. Does not wait for the attempt; use `waitFor({ after: id - 1 })`.
   *
   * @throws RefusedError with status 409 if it is already on its way, or its webhook was deleted.
   * @example
   * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
   * const { id } = await world.deliveries.waitFor()
   * console.log((await world.deliveries.resend(id)).status) // pending
   */
  resend(id: number): Promise<Schemas['Delivery']> {
    return this.call('resendDelivery', { path: { delivery_id: String(id) } })
  }

  /**
   * Deletes all deliveries, including pending ones.
   *
   * @example
   * await world.deliveries.clear()
   */
  async clear(): Promise<void> {
    await this.call('deleteDeliveries')
  }

  async #settled<Event extends DeliveredEvent>(
    { wait = WAIT, ...filter }: DeliveryWait<Event>,
    count: number,
  ): Promise<readonly DeliveryOf<Event>[]> {
    const query = { ...filter, settled: true, wait: String(wait), at_least: count, limit: count }
    const { deliveries } = await this.call('getDeliveries', { query })
    if (deliveries.length >= count) return deliveries as readonly DeliveryOf<Event>[]
    throw await waitTimeoutError({
      missed: (such) =>
        count === 1
          ? `No ${such}delivery was attempted`
          : `Only ${deliveries.length} of ${count} ${such}deliveries were attempted`,
      filter,
      wait,
      page: async (page) => {
        const answer = await this.call('getDeliveries', { query: page })
        return { total: answer.total, things: answer.deliveries }
      },
      line: ({ id, event, status, url, ...how }) => [`#${id}`, event, status, url, describeProgress(how)],
      nothing: 'No webhook was sent at all. Does the world have one for this event and its source?',
    })
  }
}
