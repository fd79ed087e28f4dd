import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { pendingJobs } from '../../../kernel/world/clock.ts'
import { CLOCK_MAX, isoMillis, readDuration, readInstantMillis, type Millis } from '../../../kernel/support/time.ts'
import type { Clock } from '../../../kernel/world/world.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { deliveriesSince, deliveryView } from '../words/delivery-view.ts'
import { makeUnusableError } from '../errors.ts'
import type { ControlOperations } from '../context.ts'

/** Maximum number of pending jobs in an answer. */
const PENDING_SHOWN_MAX = 1_000

/** Maximum number of deliveries in an answer to an advance. */
const DELIVERIES_SHOWN_MAX = 1_000

/** Default for how long an advance waits for deliveries. */
const MAX_WAIT_DEFAULT_MS = 60_000

/** Default rate of `scaled`: a minute of the world per real second. */
const RATE_DEFAULT = 60

export const clockOperations = {
  getClock({ context, handle }) {
    context.scheduler.sync(handle)
    return clockView(handle)
  },

  updateClock({ context, handle, body = {} }) {
    const { mode, rate } = requestedClock(body, handle.world.clock, '')
    context.scheduler.setClock(handle, mode, rate)
    return clockView(handle)
  },

  async advanceClock({ context, handle, body }) {
    context.scheduler.sync(handle)
    const maxWait = readMaxWait(body)
    const { from, ran, total, stopped } = await context.scheduler.advance(handle, (now) => readAdvanceTarget(body, now), maxWait)
    context.scheduler.startTimer(handle)
    const reached = handle.world.clock.now
    const deliveries = await handle.commit(() => deliveriesSince(handle.world, from))
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

/** The requested clock mode, with defaults from the current one. `pointer` is the place of the request in the body. */
export function requestedClock(
  request: ControlSchemas['UpdateClock'],
  now: Pick<Clock, 'mode' | 'rate'>,
  pointer: string,
): Pick<Clock, 'mode' | 'rate'> {
  const mode = request.mode ?? (request.rate === undefined ? now.mode : 'scaled')
  if (mode === 'scaled') return { mode, rate: request.rate ?? (now.mode === 'scaled' ? now.rate : RATE_DEFAULT) }
  if (request.rate !== undefined)
    throw makeUnusableError(`${pointer}/rate`, `is only allowed with the mode scaled, not with ${mode}.`)
  return { mode, rate: mode === 'realtime' ? 1 : 0 }
}

function clockView({ world }: WorldHandle): ControlSchemas['Clock'] {
  const pending = pendingJobs(world, PENDING_SHOWN_MAX)
  return {
    now: isoMillis(world.clock.now),
    mode: world.clock.mode,
    rate: world.clock.rate,
    pending: pending.map(({ due_at, kind, subject }) => ({ due_at: isoMillis(due_at), job: kind, subject })),
  }
}

function readMaxWait({ max_wait = MAX_WAIT_DEFAULT_MS }: ControlSchemas['AdvanceClock']): Millis {
  const maxWait = readDuration(max_wait)
  if (maxWait !== undefined && maxWait >= 0) return maxWait
  throw makeUnusableError('/max_wait', 'must be milliseconds or an ISO 8601 duration such as PT60S, and not negative.')
}

function readAdvanceTarget(body: ControlSchemas['AdvanceClock'], from: Millis): Millis | 'idle' {
  const given = [body.by, body.to, body.until].filter((each) => each !== undefined).length
  if (given !== 1)
    throw makeUnusableError('', `${given === 0 ? 'One' : 'Only one'} of by, to, until ${given === 0 ? 'must' : 'may'} be given.`)
  if (body.until !== undefined) return 'idle'
  if (body.by !== undefined) {
    const by = readDuration(body.by)
    if (by === undefined) {
      throw makeUnusableError(
        '/by',
        `must be milliseconds or an ISO 8601 duration of weeks to seconds, such as PT31S or P1D; ${JSON.stringify(body.by)} is neither (months and years have no fixed length: use P30D).`,
      )
    }
    if (by < 0) throw makeUnusableError('/by', 'is negative, but the clock never goes back. POST .../reset starts again.')
    if (!(from + by <= CLOCK_MAX))
      throw makeUnusableError('/by', `leads beyond ${isoMillis(CLOCK_MAX)}, the latest time of a clock.`)
    return Math.round(from + by)
  }
  const to = readInstantMillis(body.to ?? '')
  if (to === undefined)
    throw makeUnusableError(
      '/to',
      `must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${JSON.stringify(body.to)} is none.`,
    )
  if (to < from)
    throw makeUnusableError('/to', `lies before ${isoMillis(from)}, but the clock never goes back. POST .../reset starts again.`)
  if (to > CLOCK_MAX) throw makeUnusableError('/to', `lies beyond ${isoMillis(CLOCK_MAX)}, the latest time of a clock.`)
  return to
}
