import { CLOCK_MAX, realNow, type Millis } from '../../kernel/support/time.ts'
import type { Clock } from '../../kernel/world/world.ts'
import type { WorldHandle } from './world-handle.ts'

/** A pair of simultaneous times: real time and the time of a world. */
interface Anchor {
  readonly epoch: number
  readonly clock: Clock
  readonly real: Millis
  readonly now: Millis
}

export class RealTime {
  readonly #anchors = new WeakMap<WorldHandle, Anchor>()

  /** The time that a world should have now; a frozen world has the time of its clock. */
  nowIn(handle: WorldHandle): Millis {
    const { clock } = handle.world
    if (clock.mode === 'frozen') return clock.now
    let anchor = this.#anchors.get(handle)
    if (
      !anchor ||
      anchor.epoch !== handle.epoch ||
      anchor.clock.mode !== clock.mode ||
      anchor.clock.rate !== clock.rate ||
      clock.now > timeFrom(anchor)
    ) {
      anchor = { epoch: handle.epoch, clock, real: realNow(), now: clock.now }
      this.#anchors.set(handle, anchor)
    }
    return timeFrom(anchor)
  }

  /** Sets the anchor of a world after its time has passed elsewhere, for example while no process had loaded it. */
  synchronize(handle: WorldHandle, clock: Clock, { real, now }: { readonly real: Millis; readonly now: Millis }): void {
    this.#anchors.set(handle, { epoch: handle.epoch, clock, real, now })
  }

  /** Makes the time of a world continue from its clock. */
  restart(handle: WorldHandle): void {
    this.#anchors.delete(handle)
  }
}

function timeFrom({ now, real, clock }: Anchor): Millis {
  return timeAt({ now, real, rate: clock.rate })
}

/** The current time of a world that had the time `now` at the real time `real` and runs at a rate. */
export function timeAt({ now, real, rate }: { readonly now: Millis; readonly real: Millis; readonly rate: number }): Millis {
  return Math.min(now + Math.floor((realNow() - real) * rate), CLOCK_MAX)
}
