import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** How far time is to go: by a duration (ISO 8601, or milliseconds), to an instant, or until nothing is left to happen. */
export type Advance = string | number | Schemas['AdvanceClock']

/** The time of a world. */
export class WorldClock {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** What time it is, and what waits for its instant. */
  get(): Promise<Schemas['Clock']> {
    return this.#transport.call('getClock', this.#world)
  }

  /** Freezes it, or lets it run. */
  set(mode: Schemas['UpdateClock']): Promise<Schemas['Clock']> {
    return this.#transport.call('updateClock', this.#world, { body: mode })
  }

  /** Lets time pass. All that falls due runs, and the webhooks it causes have been attempted when this answers. */
  advance(far: Advance): Promise<Schemas['Advanced']> {
    const body = typeof far === 'object' ? far : { by: far }
    return this.#transport.call('advanceClock', this.#world, { body })
  }
}
