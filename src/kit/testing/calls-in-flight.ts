import { subscribe } from 'node:diagnostics_channel'
import type { World } from '../client/index.ts'

/** The requests that this process has sent over sockets and whose answers it has not read to their end, with their URLs. */
const inFlight = new Map<object, string>()

/** The calls of a world that this process has sent and whose answers it has not read to their end. */
export function callsInFlight(world: World): readonly object[] {
  const isOfWorld = makeCallFilter(world)
  return [...inFlight].filter(([, url]) => isOfWorld(url)).map(([request]) => request)
}

/** Whether a URL belongs to a world: it is on its server, and neither below another world nor one of the control API. */
function makeCallFilter({ id, baseUrl, rootUrl, authUrl, target }: World): (url: string) => boolean {
  const origins = new Set([baseUrl, rootUrl, authUrl, target.url].map((url) => new URL(url).origin))
  return (url) => {
    const { origin, pathname } = new URL(url)
    const [, part, world] = /\/(_[a-z]+)(?:\/([^/]+))?/.exec(pathname) ?? []
    return origins.has(origin) && (part === undefined || (part === '_worlds' && world === id))
  }
}

/** What Node publishes about a request of `fetch`. */
interface FetchRequest {
  readonly origin: string | URL
  readonly path: string
}

/** What Node publishes about a request of `node:http`, which axios and others use. */
interface HttpRequest {
  readonly protocol: string
  readonly path: string
  getHeader(name: 'host'): unknown
  once(event: 'close', listener: () => unknown): unknown
}

function on<Request extends object>(channel: string, listener: (request: Request) => unknown): void {
  subscribe(channel, (message) => listener((message as { readonly request: Request }).request))
}

on<FetchRequest>('undici:request:create', (request) => inFlight.set(request, `${String(request.origin)}${request.path}`))
on('undici:request:trailers', (request) => inFlight.delete(request))
on('undici:request:error', (request) => inFlight.delete(request))
on<HttpRequest>('http.client.request.start', (request) => {
  inFlight.set(request, `${request.protocol}//${String(request.getHeader('host'))}${request.path}`)
  request.once('close', () => inFlight.delete(request))
})
