import { faults } from '../../service/model/faults/fault.ts'
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
 * Earlier versions of a world, for reads that lag behind: the one with which the lag began, and then one for each instant at which the
 * world's time stood. Versions share all that did not change between them. They are kept only while a setting or a fault asks for such
 * reads, and no longer than these can need them.
 */
export class PastVersions {
  /** The version with which the lag began, while a read can need it. What was written since then, at the same instant too, is not in it. */
  #first: WorldState | undefined
  #versions: PastVersion[] = []

  constructor(world: WorldState) {
    this.begin(world)
  }

  /** Begins with a version of the world: nothing earlier is known. */
  begin(world: WorldState): void {
    this.#first = stalenessMs(world) > 0 ? world : undefined
    this.#versions = []
  }

  /** Notes that a lag begins or ends, or that the time of the world has moved on. */
  onChange(before: WorldState, world: WorldState): void {
    if (mayLagDiffer(before, world) && stalenessMs(before) > 0 !== stalenessMs(world) > 0) this.begin(world)
    if (before.clock.now >= world.clock.now) return
    const longest = stalenessMs(world)
    if (longest === 0) return
    if (this.#first && this.#first.clock.now <= world.clock.now - longest) this.#first = undefined
    this.#versions.push({ world: before, until: world.clock.now })
    const needed = this.#versions.findIndex(({ until }) => until > world.clock.now - longest)
    const kept = Math.max(needed === -1 ? this.#versions.length : needed, this.#versions.length - VERSIONS_MAX)
    if (kept > 0) this.#versions = this.#versions.slice(kept)
  }

  /** The version that was current at an instant, or the oldest one that is known. Returns `undefined` if that is the `current` version. */
  at(instant: Millis, current: WorldState): WorldState | undefined {
    const isBefore = this.#first && instant < this.#first.clock.now
    const found = isBefore ? this.#first : this.#versions.find(({ until }) => until > instant)?.world
    return found === current ? undefined : found
  }
}

/** Whether two versions may lag differently. */
function mayLagDiffer(a: WorldState, b: WorldState): boolean {
  return a.settings !== b.settings || a.tables[faults.number] !== b.tables[faults.number]
}
