import { CLOCK_MAX, realNow, type Millis } from '../support/time.ts'
import type { Clock } from '../world/world.ts'
import type { WorldHandle } from './world-handle.ts'

/** Where the two times met: the real one and that of the world. */
interface Anchor {
  readonly epoch: number
  readonly clock: Clock
  readonly real: Millis
  readonly now: Millis
}

/** Tells what time it should be in worlds, going by how much real time has passed. */
export class RealTime {
  readonly #anchors = new WeakMap<WorldHandle, Anchor>()

  /** The time it should be in a world: that of its clock where that stands still. */
  nowIn(handle: WorldHandle): Millis {
    const { clock } = handle.world
    if (clock.mode === 'frozen') return clock.now
    let anchor = this.#anchors.get(handle)
    if (
      !anchor ||
      anchor.epoch !== handle.epoch ||
      anchor.clock.mode !== clock.mode ||
      anchor.clock.rate !== clock.rate ||
      clock.now > at(anchor)
    ) {
      anchor = { epoch: handle.epoch, clock, real: realNow(), now: clock.now }
      this.#anchors.set(handle, anchor)
    }
    return at(anchor)
  }

  /** Says where the real time met that of a world, for one that went on meanwhile. */
  meet(handle: WorldHandle, clock: Clock, { real, now }: { readonly real: Millis; readonly now: Millis }): void {
    this.#anchors.set(handle, { epoch: handle.epoch, clock, real, now })
  }

  /** Lets the time of a world go on from where its clock stands, whatever it should be. */
  restart(handle: WorldHandle): void {
    this.#anchors.delete(handle)
  }
}

function at({ now, real, clock }: Anchor): Millis {
  return timeAt({ now, real, rate: clock.rate })
}

/** The time of a world that passes at a rate since it met the real one. */
export function timeAt({ now, real, rate }: { readonly now: Millis; readonly real: Millis; readonly rate: number }): Millis {
  return Math.min(now + Math.floor((realNow() - real) * rate), CLOCK_MAX)
}
