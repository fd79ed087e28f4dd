import type { Schemas } from '../../contract/control.ts'
import type { RecordedViolation } from '../../coverage/violations.ts'
import { isoMillis } from '../../support/time.ts'
import { scopeOrThrow } from './covered-world.ts'
import { operationOrThrow } from '../requests/named-operation.ts'
import type { ControlOperations } from '../context.ts'

export const violationOperations = {
  async getViolations({ stage, query: { world, operation, side, limit = VIOLATIONS_SHOWN, offset = 0 } }) {
    const { violations } = stage.coverage
    operationOrThrow(operation)
    await stage.coverage.load()
    scopeOrThrow(stage, world)
    const found = violations
      .all()
      .filter((each) => world === undefined || each.world === world)
      .filter((each) => operation === undefined || each.operation === operation)
      .filter((each) => side === undefined || each.side === side)
    return {
      violations: found.slice(offset, offset + limit).map(violationView),
      total: found.length,
      evicted: violations.evicted,
    }
  },
} satisfies Partial<ControlOperations>

/** So many are shown when nothing is said. */
const VIOLATIONS_SHOWN = 100

function violationView(breach: RecordedViolation): Schemas['ContractViolation'] {
  const { world, operation, method, path, side, at, message, count, request, instant, last_request, last_instant } = breach
  return {
    world,
    ...(operation === undefined ? {} : { operation }),
    method,
    path,
    side,
    field: at,
    message,
    count,
    request,
    at: isoMillis(instant),
    last_request,
    last_at: isoMillis(last_instant),
  }
}
