import { BlockList, isIP } from 'node:net'
import { MaildoubleError } from '../client/errors.ts'

/**
 * A host pattern. A text such as `api.example.com` stands for that name and all its subdomains, such as `us1.api.example.com`, and
 * `*.api.example.com` for the subdomains only; with a scheme or a port, as in `https://api.example.com:8443`, only for those. A regular
 * expression is matched against the name, and a function gets the URL.
 */
export type HostPattern = string | RegExp | ((url: URL) => boolean)

/** One pattern, or several of which any may match. */
export type Hosts = HostPattern | readonly HostPattern[]

/** Returns a function that tells whether a URL is on one of the hosts. Throws a `MaildoubleError` if a text is not a host name. */
export function hostMatcher(hosts: Hosts, option: string): (url: URL) => boolean {
  const matchers = listPatterns(hosts).map((pattern) => matcher(pattern, option))
  if (matchers.length === 0 && option === 'host') throw new MaildoubleError('`host` is an empty list. Name at least one host.')
  return (url) => matchers.some((matches) => matches(url))
}

export function hostNames(hosts: Hosts): string[] {
  return listPatterns(hosts).flatMap((pattern) => (typeof pattern === 'string' ? [pattern.toLowerCase()] : []))
}

/** The patterns as text for a message. */
export function describeHosts(hosts: Hosts): string {
  return listPatterns(hosts)
    .map((pattern) => (typeof pattern === 'function' ? pattern.name || 'a function' : String(pattern)))
    .join(', ')
}

/** Whether a host is this machine, which is never refused. */
export function isThisMachine(url: URL): boolean {
  const name = readHostName(url).replace(/^\[|\]$/g, '')
  const family = isIP(name)
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost')
  return THIS_MACHINE.check(name, family === 6 ? 'ipv6' : 'ipv4')
}

const THIS_MACHINE = new BlockList()
THIS_MACHINE.addSubnet('127.0.0.0', 8, 'ipv4')
THIS_MACHINE.addAddress('::1', 'ipv6')
// Calls to these addresses reach servers of this machine that listen on all addresses.
THIS_MACHINE.addAddress('0.0.0.0', 'ipv4')
THIS_MACHINE.addAddress('::', 'ipv6')

function listPatterns(hosts: Hosts): readonly HostPattern[] {
  return Array.isArray(hosts) ? (hosts as readonly HostPattern[]) : [hosts as HostPattern]
}

const NAME = /^(?:(https?:)\/\/)?(\*\.)?([a-z\d_-]+(?:\.[a-z\d_-]+)*)(?::(\d+))?$/

function matcher(pattern: HostPattern, option: string): (url: URL) => boolean {
  if (typeof pattern === 'function') return pattern
  // `search` ignores the state of an expression with the flag `g`.
  if (pattern instanceof RegExp) return (url) => readHostName(url).search(pattern) !== -1
  const [, scheme, star, name, port] = (typeof pattern === 'string' && NAME.exec(pattern.toLowerCase())) || []
  if (name === undefined) {
    throw new MaildoubleError(
      `\`${option}\` got ${JSON.stringify(pattern)}, which is not a host. Give it without a path, as in 'api.example.com', ` +
        "which includes its subdomains, or 'https://*.api.example.com'.",
    )
  }
  return (url) => {
    if (scheme !== undefined && scheme !== url.protocol) return false
    if (port !== undefined && port !== (url.port || USUAL_PORTS[url.protocol])) return false
    const called = readHostName(url)
    return called.endsWith(`.${name}`) || (star === undefined && called === name)
  }
}

/** The host name without a trailing dot. */
function readHostName({ hostname }: URL): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

const USUAL_PORTS: { readonly [protocol: string]: string } = { 'http:': '80', 'https:': '443' }
