import { MaildoubleError } from '../client/errors.ts'
import { AmbiguousCallError, type UnknownHostError } from './errors.ts'
import { describeHosts } from './hosts.ts'
import type { Rules } from './rules.ts'

/** The rules of all interceptions that go on in this process. */
const active = new Set<Rules>()

/** Why a call is not made. */
export type Refusal = UnknownHostError | AmbiguousCallError

/** Begins to hold calls against rules. Throws a `MaildoubleError` when others lay claim to the same. */
export function begin(rules: Rules): void {
  const { destination, names } = rules
  for (const other of active) {
    const name = names.find((each) => other.names.includes(each))
    if (name !== undefined) {
      throw new MaildoubleError(
        `Calls to ${name} are intercepted already. Stop that interception first; or intercept the server instead of one of its worlds, ` +
          'so that the key that is sent chooses the world.',
      )
    }
    const { url, fetch } = other.destination
    if (fetch && destination.fetch && fetch !== destination.fetch && new URL(url).origin === new URL(destination.url).origin) {
      throw new MaildoubleError(
        `Another double of this process is at ${url} too, and links can lead to one of them only. Give one an address of its own: ` +
          "createDouble({ publicUrl: 'http://second.test' }).",
      )
    }
  }
  active.add(rules)
}

/** Ends that. Answers whether no interception is left. */
export function end(rules: Rules): boolean {
  active.delete(rules)
  return active.size === 0
}

/** What is to become of a call: rules that lay claim to it, a reason not to make it, or nothing, so that it goes where it wanted to. */
export function decide(url: URL): Rules | Refusal | undefined {
  const rules = [...active]
  const own = rules.find(({ isOwn }) => isOwn(url))
  if (own) return own
  const [first, second] = rules.filter(({ isService }) => isService(url))
  if (first && second) {
    return new AmbiguousCallError(
      `${url.origin}${url.pathname} is meant by two interceptions: that of ${describeHosts(first.hosts)}, and that of ` +
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
