import type { GivenHeaders } from '../host/header-sets.ts'
import type { HttpCall } from './call.ts'

/** The headers of a call by their names in lower case, as they came; from the socket's own table where there is one. */
export function headersOf(call: HttpCall): GivenHeaders {
  const incoming = call.context.env?.incoming
  if (incoming) return incoming.headers
  const headers: Record<string, string> = {}
  call.context.req.raw.headers.forEach((value, name) => (headers[name] = value))
  return headers
}
