import type { Schemas } from '../contract/control.ts'
import { readInstantMillis, type Millis } from '../support/time.ts'
import { neverTurn, type When } from '../support/when.ts'
import { FaultRefusal } from './refusal.ts'

/** When a fault is to have its way, as the one who asks for it says at `/when`. What could never be is refused. */
export function readWhen({ until, ...others }: Schemas['FaultWhen'] = {}, now: Millis): When {
  const at = until === undefined ? undefined : readInstantMillis(until)
  if (until !== undefined && at === undefined) {
    const given = JSON.stringify(until).slice(0, 100)
    throw new FaultRefusal(`must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${given} is none.`, '/when/until')
  }
  const when = { ...others, ...(at === undefined ? {} : { until: at }) }
  const never = neverTurn(when, now)
  if (never) throw new FaultRefusal(never.message, `/when/${never.member}`)
  return when
}
