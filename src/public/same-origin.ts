import { headerOf, type HttpCall } from '../http/call.ts'

/**
 * Whether a form was sent by a page of this server. Browsers say who sends, pages cannot keep them from it, and programs
 * that are no browsers say nothing.
 */
export function isFromOwnPage(call: HttpCall, base_url: string): boolean {
  const site = headerOf(call, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = headerOf(call, 'origin')
  return origin === undefined || [headerOf(call, 'host'), new URL(base_url).host].includes(origin.replace(/^https?:\/\//i, ''))
}
