import { headerOf, type HttpCall } from '../http/call.ts'
import { isOwnOrigin, originOf } from '../http/origin.ts'

/**
 * Whether a form was sent by a page of this server: same scheme, host and port. Browsers state the sender and pages cannot change that;
 * a program that is no browser states nothing.
 */
export function isFromOwnPage(call: HttpCall, base_url: string): boolean {
  const site = headerOf(call, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = headerOf(call, 'origin')
  return origin === undefined || isOwnOrigin(origin, call, [originOf(base_url)])
}
