import type { Call } from '../../src/server/log/call.ts'

/** What callers can read of a call, except real times. */
export function readable(call: Call) {
  const { number, id, via, operation, status, response, faults, injected, error, historyEntry } = call
  const { at, method, path, search, request, violations } = call
  return {
    number,
    id,
    via,
    operation,
    status,
    response,
    faults,
    injected,
    error,
    historyEntry,
    at,
    method,
    path,
    search,
    request,
    violations,
  }
}
