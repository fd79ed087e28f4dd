import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { StoredViolation } from '../../log/coverage/violations.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { coverageScopeOrThrow } from './covered-world.ts'
import { operationOrThrow } from '../requests/match.ts'
import type { ControlOperations } from '../context.ts'

export const violationOperations = {
  async getViolations({ context, query: { world, operation, side, limit = VIOLATIONS_SHOWN, offset = 0 } }) {
    const { violations } = context.coverage
    operationOrThrow(operation)
    await context.coverage.load()
    coverageScopeOrThrow(context, world)
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

/** Default limit. */
const VIOLATIONS_SHOWN = 100

function violationView(violation: StoredViolation): ControlSchemas['ContractViolation'] {
  const { world, operation, method, path, side, at, message, count, request, instant, last_request, last_instant } = violation
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
