import type { SentCall } from '../../src/server/log/call-record.ts'
import { HeaderSet } from '../../src/server/log/header-sets.ts'

const NO_HEADERS = new HeaderSet({})

/** A call as the journal gets it, by default `GET /3.0/ping` without headers and body. */
export function sentCall(given: Partial<SentCall> = {}): SentCall {
  const call = { at: 0, method: 'GET', path: '/3.0/ping', prefixed: true, search: '', headers: NO_HEADERS }
  return { ...call, varying: undefined, body: undefined, ...given }
}
