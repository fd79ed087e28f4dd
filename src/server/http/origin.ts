import { headerOf, type HttpCall } from './request.ts'

/** An origin as browsers write it: scheme, host, and the port unless it is the default. Returns `undefined` for `null` and anything but an HTTP address. */
export function originOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/**
 * Whether an `Origin` is one of those listed, or the address at which the caller reached this server. The server itself speaks plain HTTP, so
 * a page served over HTTPS has to be listed.
 */
export function isOwnOrigin(origin: string, call: HttpCall, listed: readonly (string | undefined)[]): boolean {
  const sent = originOf(origin)
  if (sent === undefined) return false
  const host = headerOf(call, 'host') ?? ''
  return listed.includes(sent) || (/^[^\s/\\?#@]+$/.test(host) && sent === originOf(`http://${host}`))
}
