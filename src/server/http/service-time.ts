import type { Route } from '../../kernel/contract/route.ts'
import { durationMs, serviceMs, type SettingValues } from '../../kernel/contract/settings.ts'
import type { Millis } from '../../kernel/support/time.ts'

/** Longest time that a call takes if the time depends on its operation. */
const CALL_MS_MAX = 600_000

/** The time that a call takes: for the call itself, for each row that it asks for, and for each row that it skips. */
export function calculateServiceTime(
  route: Route,
  query: ReadonlyMap<string, string>,
  { service_time, service_times }: Pick<SettingValues, 'service_time' | 'service_times'>,
): Millis {
  const { operations } = service_times
  const times = (Object.hasOwn(operations, route.id) ? operations[route.id] : operations['*']) ?? {}
  const { call, row = 0, skipped = 0 } = times
  const rows =
    readPagingNumber('count', route, query) * durationMs(row) + readPagingNumber('offset', route, query) * durationMs(skipped)
  return Math.min((call === undefined ? serviceMs(service_time) : durationMs(call)) + rows, CALL_MS_MAX)
}

/** The value of a paging parameter as the operation reads it; 0 if it has none, or if the value is refused. */
function readPagingNumber(name: 'count' | 'offset', { query: parameters }: Route, query: ReadonlyMap<string, string>): number {
  const parameter = parameters.find((each) => each.name === name)
  if (!parameter) return 0
  const given = query.get(name) ?? ''
  const number = Number(given === '' ? (parameter.default ?? 0) : given)
  return number > 0 ? Math.min(number, parameter.maximum ?? Infinity) : 0
}
