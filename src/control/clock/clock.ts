import type { Schemas } from '../../contract/control.ts'
import { pendingJobs } from '../../world/clock.ts'
import { rules } from '../../runtime/rules.ts'
import { CLOCK_MAX, isoMillis, readDuration, readInstantMillis, type Millis } from '../../support/time.ts'
import type { Clock } from '../../world/world.ts'
import { durably } from '../../runtime/conflicts.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { deliveriesSince, deliveryView } from '../deliveries/deliveries.ts'
import { unusable } from '../errors.ts'
import type { ControlOperations } from '../context.ts'

/** So many waiting jobs are shown. */
const PENDING_SHOWN_MAX = 1_000

/** So many deliveries are shown that were caused or attempted while time passed. */
const DELIVERIES_SHOWN_MAX = 1_000

/** So long an advance waits for deliveries when nothing is said. */
const PATIENCE_MS = 60_000

/** What `scaled` means without a rate: a minute of the world in a second. */
const RATE_DEFAULT = 60

export const clockOperations = {
  getClock({ stage, handle }) {
    stage.pacer.sync(handle)
    return clockView(handle)
  },

  updateClock({ stage, handle, body = {} }) {
    const { mode, rate } = clockOf(body, handle.world.clock, '')
    stage.pacer.setClock(handle, mode, rate)
    return clockView(handle)
  },

  async advanceClock({ stage, handle, body }) {
    stage.pacer.sync(handle)
    const patience = patienceOf(body)
    const { from, ran, total, stopped } = await stage.pacer.advance(handle, (now) => targetOf(body, now), patience)
    stage.pacer.watch(handle)
    const reached = handle.world.clock.now
    const look = () => deliveriesSince(handle.world, from)
    const deliveries = handle.isPersistent ? await durably(handle, look) : look()
    return {
      from: isoMillis(from),
      to: isoMillis(reached),
      ran: ran.map(({ at, ...job }) => ({ at: isoMillis(at), ...job })),
      ran_total: total,
      deliveries: deliveries.slice(0, DELIVERIES_SHOWN_MAX).map(deliveryView),
      deliveries_total: deliveries.length,
      ...(stopped ? { stopped } : {}),
    }
  },
} satisfies Partial<ControlOperations>

/** The way time is to pass, from what was asked for and how it passes now. `pointer` is where the wish stands in the body. */
export function clockOf(
  wish: Schemas['UpdateClock'],
  now: Pick<Clock, 'mode' | 'rate'>,
  pointer: string,
): Pick<Clock, 'mode' | 'rate'> {
  const mode = wish.mode ?? (wish.rate === undefined ? now.mode : 'scaled')
  if (mode === 'scaled') return { mode, rate: wish.rate ?? (now.mode === 'scaled' ? now.rate : RATE_DEFAULT) }
  if (wish.rate !== undefined) throw unusable(`${pointer}/rate`, `goes with the mode scaled only, not with ${mode}.`)
  return { mode, rate: mode === 'realtime' ? 1 : 0 }
}

function clockView({ world }: WorldHandle): Schemas['Clock'] {
  const pending = pendingJobs(world, rules, PENDING_SHOWN_MAX)
  return {
    now: isoMillis(world.clock.now),
    mode: world.clock.mode,
    rate: world.clock.rate,
    pending: pending.map(({ due_at, kind, subject }) => ({ due_at: isoMillis(due_at), job: kind, subject })),
  }
}

function patienceOf({ max_wait = PATIENCE_MS }: Schemas['AdvanceClock']): Millis {
  const patience = readDuration(max_wait)
  if (patience !== undefined && patience >= 0) return patience
  throw unusable('/max_wait', 'must be milliseconds or an ISO 8601 duration such as PT60S, and not negative.')
}

function targetOf(body: Schemas['AdvanceClock'], from: Millis): Millis | 'idle' {
  const given = [body.by, body.to, body.until].filter((each) => each !== undefined).length
  if (given !== 1)
    throw unusable('', `${given === 0 ? 'One' : 'Only one'} of by, to, until ${given === 0 ? 'must' : 'may'} be given.`)
  if (body.until !== undefined) return 'idle'
  if (body.by !== undefined) {
    const by = readDuration(body.by)
    if (by === undefined) {
      throw unusable(
        '/by',
        `must be milliseconds or an ISO 8601 duration of weeks to seconds, such as PT31S or P1D; ${JSON.stringify(body.by)} is neither (months and years have no fixed length: say P30D).`,
      )
    }
    if (by < 0) throw unusable('/by', 'is negative, but the clock never goes back. POST .../reset begins again.')
    if (!(from + by <= CLOCK_MAX)) throw unusable('/by', `leads beyond ${isoMillis(CLOCK_MAX)}, where time ends.`)
    return Math.round(from + by)
  }
  const to = readInstantMillis(body.to ?? '')
  if (to === undefined)
    throw unusable('/to', `must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${JSON.stringify(body.to)} is none.`)
  if (to < from)
    throw unusable('/to', `lies before ${isoMillis(from)}, but the clock never goes back. POST .../reset begins again.`)
  if (to > CLOCK_MAX) throw unusable('/to', `lies beyond ${isoMillis(CLOCK_MAX)}, where time ends.`)
  return to
}
