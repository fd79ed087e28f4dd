import type { Maildouble, Target, World } from '../client/index.ts'
import { parseServerAddress } from '../client/target.ts'

/**
 * The target of intercepted calls. A `World` of `maildouble/client` gets all of them. A double of `createDouble()`, a server of
 * `startServer()`, the result of `connect()`, or a URL selects the world by the API key of each call.
 */
export type InterceptTarget = World | Maildouble | Target | string | URL

/** Where calls are routed to. */
export interface InterceptDestination {
  /** The address of the server, without a trailing slash. */
  readonly url: string
  /** The path prefix of the world, if the target is a single world. */
  readonly prefix: string
  /** How to reach a server without a socket. */
  readonly fetch: Target['fetch']
  /** Whether it is a proxy, which takes the original URL as the path. */
  readonly isProxy?: boolean
}

/** The destination of a target. Throws a `MaildoubleError` if it is the address of something else. */
export function parseDestination(given: InterceptTarget): InterceptDestination {
  if (typeof given === 'string' || given instanceof URL) return { url: parseServerAddress(given), prefix: '', fetch: undefined }
  const { url, fetch } = 'target' in given ? given.target : given
  return { url: parseServerAddress(url), prefix: 'baseUrl' in given ? `/_worlds/${given.id}` : '', fetch }
}

export function addressAt({ url, prefix }: InterceptDestination, path: string): string {
  // Links of the double itself already contain the world.
  return url + (isBelow(path, '/_worlds') ? '' : prefix) + path
}

/** Whether a path starts with a prefix that ends at a path segment. */
export function isBelow(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false
  const next = path[prefix.length]
  return prefix.endsWith('/') || next === undefined || next === '/' || next === '?'
}
