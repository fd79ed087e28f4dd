import { MaildoubleError } from '../client/errors.ts'
import { addressAt, parseDestination, isBelow, type InterceptDestination, type InterceptTarget } from './destination.ts'
import { UnknownHostError } from './errors.ts'
import { describeHosts, isThisMachine, hostMatcher, hostNames, type Hosts } from './hosts.ts'

/** The calls to intercept, and how to handle others. */
export interface InterceptOptions {
  /**
   * The host of the service: `api.example.com` includes `us1.api.example.com`, `login.api.example.com` and all other subdomains.
   */
  readonly host: Hosts
  /** The paths of the service on that host; by default the paths of the API, its schemas and the sign-in. `['/']` means all. */
  readonly paths?: readonly string[]
  /**
   * How calls to other hosts are handled: `pass`, the default, leaves them alone; `refuse` fails them before a connection is made.
   */
  readonly unknown?: 'pass' | 'refuse'
  /** Other hosts that may be called with `refuse`. */
  readonly allow?: Hosts
}

/** The paths of the service, followed by the paths of the double in links of answers. */
const PATHS: readonly string[] = ['/3.0', '/schema/3.0', '/oauth2', '/_files', '/_public', '/_worlds']

export interface InterceptRules {
  readonly destination: InterceptDestination
  readonly hosts: Hosts
  /** The names among the hosts. */
  readonly names: readonly string[]
  /** Whether a call belongs to the service. */
  readonly isService: (url: URL) => boolean
  /** Whether a call follows a link to the double itself, if that has no socket. */
  readonly isOwn: (url: URL) => boolean
  /** Why a call that no interception claims is refused. */
  readonly refusalOf: (url: URL) => UnknownHostError | undefined
}

/** Parses options to rules. Throws a `MaildoubleError` if they are invalid. */
export function parseRules(target: InterceptTarget, options: InterceptOptions): InterceptRules {
  const { host, paths = PATHS, unknown = 'pass', allow = [] } = options
  if (host === undefined)
    throw new MaildoubleError("`host` is missing: give the host name without the datacenter, as in { host: 'api.example.com' }.")
  if (unknown !== 'pass' && unknown !== 'refuse') {
    throw new MaildoubleError(`\`unknown\` is 'pass' or 'refuse', not ${JSON.stringify(unknown)}.`)
  }
  const wrong = paths.find((path) => !path.startsWith('/'))
  if (wrong !== undefined) throw new MaildoubleError(`A path must start with a slash: use '/${wrong}' among \`paths\`.`)
  const destination = parseDestination(target)
  const isHost = hostMatcher(host, 'host')
  const isAllowed = hostMatcher(allow, 'allow')
  const { origin } = new URL(destination.url)
  return {
    destination,
    hosts: host,
    names: hostNames(host),
    isService: (url) => isHost(url) && paths.some((path) => isBelow(url.pathname, path)),
    isOwn: (url) => destination.fetch !== undefined && url.origin === origin,
    refusalOf(url) {
      if (unknown === 'pass' || isThisMachine(url) || url.origin === origin || isAllowed(url)) return undefined
      const why = isHost(url)
        ? `its path is not one of those of the service: ${paths.join(', ')}. Add it to \`paths\`, or allow it`
        : `${url.host} is neither the service (${describeHosts(host)}) nor this machine. Allow it`
      const message = `A call to ${url.origin}${url.pathname} was refused: ${why} with allow: ['${url.hostname}'].`
      return new UnknownHostError(url.host, message)
    },
  }
}

/** The address that a claimed call is sent to; `path` is as the client wrote it, with the query. */
export function addressBy({ destination, isOwn }: InterceptRules, url: URL, path = url.pathname + url.search): string {
  if (isOwn(url)) return url.origin + path
  return addressAt(destination, destination.isProxy ? `/${url.origin}${path}` : path)
}
