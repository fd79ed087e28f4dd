import type { World } from '../client/index.ts'
import { realDelay } from '../support/time.ts'

/** Nothing new may come for so many looks. */
const QUIET_LOOKS = 2
const BETWEEN_LOOKS_MS = 2
/** Real time may go on in a call, and it may hang: it is not waited for more often than so. */
const LOOKS_MAX = 100
/** So many calls may be under way at once. */
const CALLS_SEEN = 20

/**
 * Waits for the calls of an application: what a timer starts goes over a socket, and takes a moment of real time to reach the world and to
 * be answered.
 */
export class Settling {
  readonly #world: World
  /** Calls that have been waited for long enough, such as those that a fault lets hang. */
  readonly #givenUp = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** Resolves when calls that came have been answered, and no more come. */
  async settled(): Promise<void> {
    let last = ''
    let open: readonly string[] = []
    for (let looks = 0, quiet = 0; looks < LOOKS_MAX && quiet < QUIET_LOOKS; looks++) {
      await realDelay(BETWEEN_LOOKS_MS)
      const calls = await this.#world.requests.list({ order: 'desc', limit: CALLS_SEEN })
      open = calls.filter(({ id, status }) => status === null && !this.#givenUp.has(id)).map(({ id }) => id)
      const seen = calls.map(({ id, status }) => `${id} ${status}`).join()
      quiet = seen === last && open.length === 0 ? quiet + 1 : 0
      last = seen
    }
    for (const id of open) this.#givenUp.add(id)
  }
}
