import { isSameSecret } from '../../kernel/support/digest.ts'
import { readHeader, type HttpCall, isOwnOrigin, parseOrigin } from '../http/request.ts'
import { ControlError } from './errors.ts'

/** Rules for access to the control API. */
export interface Access {
  /** Host names of this server, without port. */
  readonly hosts: readonly string[]
  /** Origins of the server's own pages, in addition to the address of the call. */
  readonly origins: readonly string[]
  /** Origins of other pages that are also allowed. */
  readonly allowedOrigins: readonly string[]
  /** The token that callers must send as `Authorization: Bearer`. `undefined` on loopback, unless one was set. */
  readonly token: string | undefined
}

/**
 * Admits the owner of the machine. A web page that happens to be open in a developer's browser must not control the double: neither
 * from another origin (even another port of the same machine) nor through a host name of its own that resolves to this machine.
 */
export function admit(call: HttpCall, access: Access): void {
  const { hosts, token } = access
  const incoming = call.hono.env?.incoming
  const host = readHeader(call, 'host')
  // In process there is no socket, and HTTP/1.0 has no such rule.
  if (host === undefined && incoming?.httpVersion === '1.1')
    throw new ControlError(400, `The request has no Host header, which HTTP/1.1 requires. Known hosts: ${hosts.join(', ')}.`)
  // Node takes the first one, and a proxy may have checked another.
  if ((incoming?.headersDistinct['host'] ?? []).length > 1)
    throw new ControlError(400, 'The request has several Host headers. HTTP/1.1 allows one.')
  admitPage(call, access)
  if (token !== undefined) return admitByToken(call, token)
  for (const each of [host, hostInTarget(incoming?.url)])
    if (each !== undefined && !hosts.includes(readHostname(each)))
      throw new ControlError(403, `This server is not known as ${each.slice(0, 200)}. Known: ${hosts.join(', ')}.`)
}

/** The host of a request target that is a whole URL, as proxies send it. It counts more than the header. */
function hostInTarget(target = ''): string | undefined {
  return /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(target)?.[1]
}

/** Rejects pages of other origins by the headers that browsers set: `Origin`, or `Sec-Fetch-Site` where there is no `Origin`. */
function admitPage(call: HttpCall, { origins, allowedOrigins }: Access): void {
  const origin = readHeader(call, 'origin')
  if (origin !== undefined) {
    const sent = parseOrigin(origin)
    if (sent !== undefined && allowedOrigins.includes(sent)) return
    // A caller with the token may use any host name. Without the token, the host name is checked below.
    if (!isOwnOrigin(origin, call, origins)) {
      throw new ControlError(
        403,
        `The control API does not accept calls from pages of other origins (${origin.slice(0, 200)}): scheme, host and port must be its own. --allow-origin (allowOrigins) allows another.`,
      )
    }
  }
  const site = readHeader(call, 'sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') {
    throw new ControlError(
      403,
      'The control API does not accept calls from pages of other sites; --allow-origin (allowOrigins) allows one.',
    )
  }
}

function admitByToken(call: HttpCall, token: string): void {
  const sent = /^Bearer (.+)$/i.exec(readHeader(call, 'authorization') ?? '')?.[1] ?? ''
  if (isSameSecret(sent, token)) return
  const wrong = sent === '' ? '' : 'The token is not that of this server. '
  throw new ControlError(
    401,
    `${wrong}The control API requires the token that was printed at the start: Authorization: Bearer <token>.`,
  )
}

function readHostname(host: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(host)
  return (bracketed?.[1] ?? host.split(':')[0] ?? '').toLowerCase()
}
