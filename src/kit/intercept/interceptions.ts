import { MaildoubleError } from '../client/errors.ts'
import { AmbiguousCallError, type UnknownHostError } from './errors.ts'
import { describeHosts } from './hosts.ts'
import type { InterceptRules } from './rules.ts'

const active = new Set<InterceptRules>()

/** Why a call is refused. */
type InterceptRefusal = UnknownHostError | AmbiguousCallError

/** Activates rules. Throws a `MaildoubleError` if they conflict with active ones. */
export function activate(rules: InterceptRules): void {
  const { destination, names } = rules
  for (const other of active) {
    const name = names.find((each) => other.names.includes(each))
    if (name !== undefined) {
      throw new MaildoubleError(
        `Calls to ${name} are already intercepted. Stop that interception first; or intercept the server instead of one of its worlds, ` +
          'so that the API key of each call selects the world.',
      )
    }
    const { url, fetch } = other.destination
    if (fetch && destination.fetch && fetch !== destination.fetch && new URL(url).origin === new URL(destination.url).origin) {
      throw new MaildoubleError(
        `Another double of this process has the address ${url} too, and links can lead to only one of them. Give one its own address: ` +
          "createDouble({ publicUrl: 'http://second.test' }).",
      )
    }
  }
  active.add(rules)
}

/** Deactivates rules. Returns whether no interception is left. */
export function deactivate(rules: InterceptRules): boolean {
  active.delete(rules)
  return active.size === 0
}

/** Decides about a call: the rules for its host, an error if the call is refused, or `undefined` if the call is not intercepted. */
export function decide(url: URL): InterceptRules | InterceptRefusal | undefined {
  const rules = [...active]
  const own = rules.find(({ isOwn }) => isOwn(url))
  if (own) return own
  const [first, second] = rules.filter(({ isService }) => isService(url))
  if (first && second) {
    return new AmbiguousCallError(
      `${url.origin}${url.pathname} matches two interceptions: that of ${describeHosts(first.hosts)} and that of ` +
        `${describeHosts(second.hosts)}. Narrow the hosts of one of them, or stop it.`,
    )
  }
  if (first) return first
  for (const { refusalOf } of rules) {
    const refusal = refusalOf(url)
    if (refusal) return refusal
  }
  return undefined
}
