import type { Schemas } from '../contract/control.ts'
import { isoMillis } from '../support/time.ts'
import type { When } from '../support/when.ts'

/** Shows when a fault has its way. */
export function whenView({ until, ...others }: When): Schemas['FaultWhen'] {
  return until === undefined ? others : { ...others, until: isoMillis(until) }
}
