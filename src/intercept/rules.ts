import { MaildoubleError } from '../client/errors.ts'
import { addressAt, destinationOf, isBelow, type Destination, type InterceptTarget } from './destination.ts'
import { UnknownHostError } from './errors.ts'
import { describeHosts, isThisMachine, matcherOf, namesOf, type Hosts } from './hosts.ts'

/** Which calls are meant, and what becomes of the others. */
export interface InterceptOptions {
  /** The service: `api.example.com` stands for `us1.api.example.com`, `login.api.example.com` and whatever else is below it. */
  readonly host: Hosts
  /** The paths which the service has there; those of the API, of its schemas and of the sign-in by default. `['/']` stands for all. */
  readonly paths?: readonly string[]
  /** What becomes of calls to others: `pass`, the default, touches nothing; `refuse` fails them before a connection is made. */
  readonly unknown?: 'pass' | 'refuse'
  /** Other hosts that may be called all the same. */
  readonly allow?: Hosts
}

/** The paths of the service, and behind them those of the double that its answers may lead to. */
export const PATHS: readonly string[] = ['/3.0', '/schema/3.0', '/oauth2', '/_files', '/_public', '/_worlds']

/** What one interception does with a call. */
export interface Rules {
  readonly destination: Destination
  /** The hosts, as they were said. */
  readonly hosts: Hosts
  /** The names among the hosts. */
  readonly names: readonly string[]
  /** Whether a call is one of the service. */
  readonly isService: (url: URL) => boolean
  /** Whether it follows a link to the double itself, where that has no socket. */
  readonly isOwn: (url: URL) => boolean
  /** Why a call that nobody lays claim to must not go out. */
  readonly refusalOf: (url: URL) => UnknownHostError | undefined
}

/** The rules that options stand for. Throws a `MaildoubleError` when they are none. */
export function rulesOf(target: InterceptTarget, options: InterceptOptions): Rules {
  const { host, paths = PATHS, unknown = 'pass', allow = [] } = options
  if (host === undefined)
    throw new MaildoubleError("`host` is missing: say what stands behind the datacenter, as in { host: 'api.example.com' }.")
  if (unknown !== 'pass' && unknown !== 'refuse') {
    throw new MaildoubleError(`\`unknown\` is 'pass' or 'refuse', not ${JSON.stringify(unknown)}.`)
  }
  const wrong = paths.find((path) => !path.startsWith('/'))
  if (wrong !== undefined) throw new MaildoubleError(`A path begins with a slash: say '/${wrong}' among \`paths\`.`)
  const destination = destinationOf(target)
  const isHost = matcherOf(host, 'host')
  const isAllowed = matcherOf(allow, 'allow')
  const { origin } = new URL(destination.url)
  return {
    destination,
    hosts: host,
    names: namesOf(host),
    isService: (url) => isHost(url) && paths.some((path) => isBelow(url.pathname, path)),
    isOwn: (url) => destination.fetch !== undefined && url.origin === origin,
    refusalOf(url) {
      if (unknown === 'pass' || isThisMachine(url) || url.origin === origin || isAllowed(url)) return undefined
      const why = isHost(url)
        ? `its path is none of those that the service has there, which are ${paths.join(', ')}. Add it to \`paths\`, or let it out`
        : `${url.host} is neither the service (${describeHosts(host)}) nor this machine. If it may be called, say so`
      const message = `A call to ${url.origin}${url.pathname} was refused: ${why} by allow: ['${url.hostname}'].`
      return new UnknownHostError(url.host, message)
    },
  }
}

/** Where a call goes for which these rules are made; `path` as the client wrote it, with its query. */
export function addressBy({ destination, isOwn }: Rules, url: URL, path = url.pathname + url.search): string {
  return isOwn(url) ? url.origin + path : addressAt(destination, path)
}
