import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** How far time is to go: by a duration (ISO 8601, or milliseconds), to an instant, or until nothing is left to happen. */
export type Advance = string | number | Schemas['AdvanceClock']

/** The time of a world: `world.clock`. */
export class WorldClock {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * What time it is, and what waits for its instant.
   *
   * @example
   * const { now, mode } = await world.clock.get()
   * console.log(now, mode) // 2026-01-15T09:00:00.000Z frozen
   */
  get(): Promise<Schemas['Clock']> {
    return this.#transport.call('getClock', this.#world)
  }

  /**
   * Freezes it, or lets it run, `rate` times as fast as the real time.
   *
   * @example
   * const clock = await world.clock.set({ mode: 'scaled', rate: 60 })
   * console.log(clock.rate) // 60
   */
  set(mode: Schemas['UpdateClock']): Promise<Schemas['Clock']> {
    return this.#transport.call('updateClock', this.#world, { body: mode })
  }

  /**
   * Lets time pass: by a duration (ISO 8601 or milliseconds), `{ to }` an instant, or `{ until: 'idle' }`. All that falls due runs at
   * its own instant, and the webhooks it causes have been attempted when this answers.
   *
   * @throws RefusedError with status 422 when that is no duration, or an instant that is over.
   * @example
   * await world.clock.advance('PT31S')
   * await world.clock.advance(1_000)
   * const { to } = await world.clock.advance({ to: '2026-01-15T10:00:00Z' })
   * console.log(to) // 2026-01-15T10:00:00.000Z
   * await world.clock.advance({ until: 'idle' })
   */
  advance(far: Advance): Promise<Schemas['Advanced']> {
    const body = typeof far === 'object' ? far : { by: far }
    return this.#transport.call('advanceClock', this.#world, { body })
  }
}
