import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '../support/digest.ts'
import { headerOf, type HttpCall } from '../http/call.ts'
import { ControlError } from './errors.ts'

/** Who may drive the double. */
export interface Access {
  /** Host names by which this server may be addressed, without port. */
  readonly hosts: readonly string[]
  /** What callers must send as `Authorization: Bearer`; none on loopback unless one was set. */
  readonly token: string | undefined
}

/**
 * Lets in whoever owns the machine. A web page must not drive the double of a developer who happens to have it open:
 * neither from another origin, nor through a name of its own that it lets resolve to this machine.
 */
export function admit(call: HttpCall, { hosts, token }: Access): void {
  const site = headerOf(call, 'sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') {
    throw new ControlError(403, 'The control API does not answer pages of other sites.')
  }
  const host = headerOf(call, 'host')
  // Who knows the token may address the server by any name, and then so may its own pages.
  const own = token === undefined || host === undefined ? hosts : [...hosts, hostnameOf(host)]
  const origin = headerOf(call, 'origin')
  if (origin !== undefined && !own.includes(hostnameOf(origin.replace(/^[a-z]+:\/\//i, '')))) {
    throw new ControlError(403, `The control API does not answer pages of other origins (${origin.slice(0, 200)}).`)
  }
  if (token !== undefined) return admitByToken(call, token)
  if (host !== undefined && !hosts.includes(hostnameOf(host))) {
    throw new ControlError(403, `This server is not known as ${host.slice(0, 200)}. Known: ${hosts.join(', ')}.`)
  }
}

function admitByToken(call: HttpCall, token: string): void {
  const sent = /^Bearer (.+)$/i.exec(headerOf(call, 'authorization') ?? '')?.[1] ?? ''
  if (timingSafeEqual(Buffer.from(sha256(sent)), Buffer.from(sha256(token)))) return
  throw new ControlError(401, 'The control API asks for the token that was printed at the start: Authorization: Bearer <token>.')
}

function hostnameOf(host: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(host)
  return (bracketed?.[1] ?? host.split(':')[0] ?? '').toLowerCase()
}
