import type { QueryOf, Schemas } from './contract.ts'
import { WaitTimeoutError } from './errors.ts'
import type { Transport } from './transport.ts'

/** Which deliveries are meant. */
export type DeliveryFilter = Omit<QueryOf<'getDeliveries'>, 'wait' | 'at_least'>

/** How long to wait in real time: ISO 8601 or milliseconds, 5 s if nothing is said. */
export interface Wait {
  readonly wait?: string | number
}

/** The webhooks of a world. */
export class Deliveries {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** Those that match, oldest first; at most 100 unless `limit` says otherwise. */
  async list(filter: DeliveryFilter = {}): Promise<readonly Schemas['Delivery'][]> {
    const { deliveries } = await this.#transport.call('getDeliveries', this.#world, { query: filter })
    return deliveries
  }

  /** One of them, with its attempts. */
  get(id: number): Promise<Schemas['Delivery']> {
    return this.#transport.call('getDelivery', this.#world, { path: { delivery_id: String(id) } })
  }

  /** The first that matches and has been attempted. Throws a `WaitTimeoutError` when there is none in time. */
  async waitFor({ wait = 'PT5S', ...filter }: DeliveryFilter & Wait = {}): Promise<Schemas['Delivery']> {
    const query = { ...filter, wait: String(wait), limit: 1 }
    const [delivery] = (await this.#transport.call('getDeliveries', this.#world, { query })).deliveries
    if (delivery) return delivery
    throw new WaitTimeoutError(`No delivery matched ${JSON.stringify(filter)}.`)
  }

  /** Sends one once more. */
  resend(id: number): Promise<Schemas['Delivery']> {
    return this.#transport.call('resendDelivery', this.#world, { path: { delivery_id: String(id) } })
  }

  /** Forgets all of them. */
  async clear(): Promise<void> {
    await this.#transport.call('deleteDeliveries', this.#world)
  }
}
