import { stalenessMs } from '../../service/faults/staleness.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** Maximum number of versions that are kept. If the time of a world moves in more steps, the oldest versions go first. */
const VERSIONS_MAX = 2_000

interface PastVersion {
  readonly world: WorldState
  /** The instant until which the version was current, in the time of the world. */
  readonly until: Millis
}

/**
 * Earlier versions of a world, one for each instant at which its time stood, for reads that lag behind. Versions share all that did not change
 * between them. They are kept only while a setting or a fault asks for such reads, and no longer than these can need them.
 */
export class PastVersions {
  #versions: PastVersion[] = []

  /** Notes that the time of the world has moved on. */
  onChange(before: WorldState, world: WorldState): void {
    if (before.clock.now >= world.clock.now) return
    const longest = stalenessMs(world)
    if (longest === 0) return this.clear()
    this.#versions.push({ world: before, until: world.clock.now })
    const needed = this.#versions.findIndex(({ until }) => until > world.clock.now - longest)
    const kept = Math.max(needed === -1 ? this.#versions.length : needed, this.#versions.length - VERSIONS_MAX)
    if (kept > 0) this.#versions = this.#versions.slice(kept)
  }

  /** The version that was current at an instant, or the oldest one that is known. Returns `undefined` if that is the current version. */
  at(instant: Millis): WorldState | undefined {
    return this.#versions.find(({ until }) => until > instant)?.world
  }

  clear(): void {
    if (this.#versions.length > 0) this.#versions = []
  }
}
