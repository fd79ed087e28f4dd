import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** How far to advance: a duration (ISO 8601 or milliseconds), an instant, or until nothing is pending. */
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
   * The current time, and the pending jobs.
   *
   * @example
   * const { now, mode } = await world.clock.get()
   * console.log(now, mode) // 2026-01-15T09:00:00.000Z frozen
   */
  get(): Promise<Schemas['Clock']> {
    return this.#transport.call('getClock', this.#world)
  }

  /**
   * Sets the mode: frozen, or running at `rate` times real time.
   *
   * @example
   * const clock = await world.clock.set({ mode: 'scaled', rate: 60 })
   * console.log(clock.rate) // 60
   */
  set(mode: Schemas['UpdateClock']): Promise<Schemas['Clock']> {
    return this.#transport.call('updateClock', this.#world, { body: mode })
  }

  /**
   * Advances time by a duration (ISO 8601 or milliseconds), to an instant (`{ to }`), or with `{ until: 'idle' }` until nothing is
   * pending. Everything that falls due runs at its own instant, and the webhooks it causes have been attempted when the call returns.
   *
   * @throws RefusedError with status 422 if the duration is invalid or the instant is in the past.
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
