import type { Maildouble, Target, World } from '../client/index.ts'
import { addressOf } from '../client/target.ts'

/**
 * Who is to answer: a `World` of `maildouble/client` gets all calls; a double of `createDouble()`, a server of `startServer()`, what
 * `connect()` answers, or a URL find the world by the key that is sent.
 */
export type InterceptTarget = World | Maildouble | Target | string | URL

/** Where calls go. */
export interface Destination {
  /** Where the server is, without a slash at the end. */
  readonly url: string
  /** The path below which the world is, if it is one world only. */
  readonly prefix: string
  /** How it is reached if it has no socket. */
  readonly fetch: Target['fetch']
}

/** Where calls go for a target. Throws a `MaildoubleError` when it is an address of something else. */
export function destinationOf(given: InterceptTarget): Destination {
  if (typeof given === 'string' || given instanceof URL) return { url: addressOf(given), prefix: '', fetch: undefined }
  const { url, fetch } = 'target' in given ? given.target : given
  return { url: addressOf(url), prefix: 'baseUrl' in given ? `/_worlds/${given.id}` : '', fetch }
}

/** The address at a destination of what a client asks the service for. */
export function addressAt({ url, prefix }: Destination, path: string): string {
  // Links of the double itself say which world they are of.
  return url + (isBelow(path, '/_worlds') ? '' : prefix) + path
}

/** Whether a path begins with another one, and not in the middle of a name. */
export function isBelow(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false
  const next = path[prefix.length]
  return prefix.endsWith('/') || next === undefined || next === '/' || next === '?'
}
