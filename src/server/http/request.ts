import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { GivenHeaders } from '../log/stored-message.ts'
import { realNow, type Millis } from '../../kernel/support/time.ts'
import { ApiError } from '../../kernel/world/errors.ts'

/** The headers of a call as received, by lower-case name; taken from the socket's own table if there is one. */
export function requestHeaders(call: HttpCall): GivenHeaders {
  const incoming = call.hono.env?.incoming
  if (incoming) return incoming.headers
  const headers: Record<string, string> = {}
  call.hono.req.raw.headers.forEach((value, name) => (headers[name] = value))
  return headers
}

/** The effective method of a call: POST may be overridden by `X-HTTP-Method-Override`, or the header that the deployment has instead. */
export function chooseEffectiveMethod(call: HttpCall, header = METHOD_OVERRIDE): string {
  const override = readHeader(call, header)
  if (override === undefined) return call.method
  if (call.method === 'POST') return override.toUpperCase()
  throw new ApiError('InvalidMethodOverride', { detail: 'X-HTTP-Method-Override is understood on POST only.' })
}

export const METHOD_OVERRIDE = 'x-http-method-override'

/** What `@hono/node-server` passes in addition to the request; empty for in-process calls. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

export type HonoContext = Context<{ Bindings: NodeBindings }>

/** A request, whether it came through a socket or in process. */
export interface HttpCall {
  readonly hono: HonoContext
  readonly method: string
  /** Percent-encoded path from the root of the server. */
  readonly pathname: string
  /** The query string, without the question mark and not decoded. */
  readonly search: string
  /** When it arrived, in real time. For metrics only: nothing in a world depends on it. */
  readonly arrivedAt: Millis
}

/** Splits the URL without creating a `URL`, which takes 1 % of a `POST` (`bench/compare.mjs`, 2026-11-30). */
export function makeHttpCall(hono: HonoContext): HttpCall {
  const { url, method } = hono.req.raw
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const arrivedAt = realNow()
  const question = url.indexOf('?', start)
  if (question === -1 || question > end) return { hono, method, pathname: encoded(url.slice(start, end)), search: '', arrivedAt }
  return { hono, method, pathname: encoded(url.slice(start, question)), search: url.slice(question + 1, end), arrivedAt }
}

/** Encodes a path as Node 24 does: the `URL` of Node 20 and 22 leaves `^` as it is. */
function encoded(pathname: string): string {
  return pathname.includes('^') ? pathname.replaceAll('^', '%5E') : pathname
}

/** A request header. Taken from the socket's own table, if there is one, a `GET` over HTTP takes 13 µs instead of 15 (`bench/compare-http.mjs`, 2026-11-30). */
export function readHeader(call: HttpCall, name: string): string | undefined {
  const incoming = call.hono.env?.incoming
  if (!incoming) return call.hono.req.raw.headers.get(name) ?? undefined
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** An origin as browsers write it: scheme, host, and the port unless it is the default. Returns `undefined` for `null` and anything but an HTTP address. */
export function parseOrigin(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/**
 * Whether an `Origin` is one of those listed, or the address at which the caller reached this server. The server itself speaks plain HTTP, so
 * a page served over HTTPS has to be listed.
 */
export function isOwnOrigin(origin: string, call: HttpCall, listed: readonly (string | undefined)[]): boolean {
  const sent = parseOrigin(origin)
  if (sent === undefined) return false
  const host = readHeader(call, 'host') ?? ''
  return listed.includes(sent) || (/^[^\s/\\?#@]+$/.test(host) && sent === parseOrigin(`http://${host}`))
}
