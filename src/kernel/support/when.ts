import { isoMillis, type Millis, readInstantMillis } from './time.ts'

/** Selects some of the matching calls; all of them if it is empty. */
export interface When {
  /** Only the first n calls. */
  readonly first?: number
  /** Only the n-th call. */
  readonly nth?: number
  /** Every n-th call. */
  readonly every?: number
  /** Only calls after the first n. */
  readonly after?: number
  /** Each call with this probability. */
  readonly probability?: number
  /** At most n calls in total. */
  readonly times?: number
  /** Only calls before this instant. */
  readonly until?: Millis
}

/** A condition in JSON: instants are texts. */
export interface WhenJson extends Omit<When, 'until'> {
  readonly until?: string
}

/** Reads a condition that `checkWhen` accepts. */
export function readWhen({ until, ...others }: WhenJson = {}): When {
  const at = until === undefined ? undefined : readInstantMillis(until)
  return { ...others, ...(at === undefined ? {} : { until: at }) }
}

export function whenJson({ until, ...others }: When): WhenJson {
  return until === undefined ? others : { ...others, until: isoMillis(until) }
}

/** Checks the member `when` of a fault. A condition that can never select a call is a mistake. */
export function* checkWhen(when: WhenJson = {}, now: Millis): Iterable<{ readonly pointer: string; readonly message: string }> {
  const read = readWhen(when)
  const { until } = when
  if (until !== undefined && read.until === undefined) {
    const text = JSON.stringify(until).slice(0, 100)
    yield { pointer: '/when/until', message: `must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${text} is not.` }
  }
  const never = contradictionIn(read, now)
  if (never) yield { pointer: `/when/${never.member}`, message: never.message }
}

/** Whether a call is selected. `seen` includes this call, and `chance` returns the n-th random number from 0 to 1. */
export function isSelected(
  { first, nth, every, after, probability, times, until }: When,
  { seen, fired }: { readonly seen: number; readonly fired: number },
  now: Millis,
  chance: (draw: number) => number,
): boolean {
  return (
    (first === undefined || seen <= first) &&
    (nth === undefined || seen === nth) &&
    (every === undefined || seen % every === 0) &&
    (after === undefined || seen > after) &&
    (times === undefined || fired < times) &&
    (until === undefined || now < until) &&
    (probability === undefined || chance(seen) < probability)
  )
}

/**
 * Says why no call can ever be selected, and which member is at fault. Returns `undefined` if one can. A probability of 0 is
 * allowed, since it is explicit.
 */
export function contradictionIn(when: When, now: Millis): { readonly member: keyof When; readonly message: string } | undefined {
  const { first = Infinity, nth, every = 1, after = 0, until } = when
  if (until !== undefined && until <= now) {
    return { member: 'until', message: `must be after ${isoMillis(now)}, the time of the world; ${isoMillis(until)} is not.` }
  }
  if (nth !== undefined) {
    if (nth > first) return { member: 'nth', message: `never matches: ${nth} is not one of the first ${first}.` }
    if (nth <= after) return { member: 'nth', message: `never matches: ${nth} is not after the first ${after}.` }
    if (nth % every !== 0)
      return { member: 'nth', message: `never matches: ${nth} is not a multiple of ${every}, as every requires.` }
    return undefined
  }
  if (after >= first)
    return { member: 'after', message: `never matches: all of the first ${first} are among the first ${after}.` }
  const earliest = (Math.floor(after / every) + 1) * every
  if (earliest <= first) return undefined
  const those = after === 0 ? '' : ` after the first ${after}`
  return { member: 'every', message: `never matches: no multiple of ${every} is among the first ${first}${those}.` }
}
