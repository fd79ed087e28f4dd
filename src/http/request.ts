import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { GivenHeaders } from '../journal/header-sets.ts'
import { ApiError } from '../world/errors.ts'

/** The headers of a call by their names in lower case, as they came; from the socket's own table where there is one. */
export function headersOf(call: HttpCall): GivenHeaders {
  const incoming = call.context.env?.incoming
  if (incoming) return incoming.headers
  const headers: Record<string, string> = {}
  call.context.req.raw.headers.forEach((value, name) => (headers[name] = value))
  return headers
}

/** The method that a call means: POST may stand for another; nothing else may. */
export function methodOf(call: HttpCall): string {
  const override = headerOf(call, 'x-http-method-override')
  if (override === undefined) return call.method
  if (call.method === 'POST') return override.toUpperCase()
  throw new ApiError('InvalidMethodOverride', { detail: 'X-HTTP-Method-Override is understood on POST only.' })
}

/** What `@hono/node-server` hands over beside the request; nothing in process. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

export type EdgeContext = Context<{ Bindings: NodeBindings }>

/** A request as the edge sees it: the same whether it came through a socket or in process. */
export interface HttpCall {
  readonly context: EdgeContext
  readonly method: string
  /** Percent-encoded, from the root of the server. */
  readonly pathname: string
  /** Behind the question mark, undecoded. */
  readonly search: string
}

/** Splits the URL without building a `URL`: this runs on every call. */
export function callOf(context: EdgeContext): HttpCall {
  const { url, method } = context.req.raw
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const question = url.indexOf('?', start)
  if (question === -1 || question > end) return { context, method, pathname: encoded(url.slice(start, end)), search: '' }
  return { context, method, pathname: encoded(url.slice(start, question)), search: url.slice(question + 1, end) }
}

/** A path as Node 24 encodes it: a `URL` of Node 20 or 22 leaves `^` as it is. */
function encoded(pathname: string): string {
  return pathname.includes('^') ? pathname.replaceAll('^', '%5E') : pathname
}

/** A request header; from the socket's own table where there is one, which costs less. */
export function headerOf(call: HttpCall, name: string): string | undefined {
  const incoming = call.context.env?.incoming
  if (!incoming) return call.context.req.raw.headers.get(name) ?? undefined
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
