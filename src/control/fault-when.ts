import type { Schemas } from '../contract/control.ts'
import { isoMillis, readInstantMillis, type Millis } from '../support/time.ts'
import { neverTurn, type When } from '../support/when.ts'
import { unusable } from './errors.ts'

/** When a fault is to have its way, as the body of a call says at `/when`. What could never be is refused. */
export function readWhen({ until, ...others }: Schemas['FaultWhen'] = {}, now: Millis): When {
  const at = until === undefined ? undefined : readInstantMillis(until)
  if (until !== undefined && at === undefined) {
    throw unusable('/when/until', `must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${JSON.stringify(until)} is none.`)
  }
  const when = { ...others, ...(at === undefined ? {} : { until: at }) }
  const never = neverTurn(when, now)
  if (never) throw unusable(`/when/${never.member}`, never.message)
  return when
}

/** Shows when a fault has its way. */
export function whenView({ until, ...others }: When): Schemas['FaultWhen'] {
  return until === undefined ? others : { ...others, until: isoMillis(until) }
}
