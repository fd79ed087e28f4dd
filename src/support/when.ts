import { isoMillis, type Millis } from './time.ts'

/** Which of the calls that match are meant; all of them when nothing is said. */
export interface When {
  /** The first so many. */
  readonly first?: number
  /** Only this one. */
  readonly nth?: number
  /** Every so-manieth. */
  readonly every?: number
  /** Those after the first so many. */
  readonly after?: number
  /** Each with this chance. */
  readonly probability?: number
  /** At most so many in all. */
  readonly times?: number
  /** None from this instant on. */
  readonly until?: Millis
}

/** Whether a call is meant. `seen` counts it already, and `chance` gives a number from 0 to 1 for the n-th draw. */
export function isTurn(
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

/** Why no call can ever be meant, and by which member; nothing where one can. A chance of 0 says so plainly, and may. */
export function neverTurn(when: When, now: Millis): { readonly member: keyof When; readonly message: string } | undefined {
  const { first = Infinity, nth, every = 1, after = 0, until } = when
  if (until !== undefined && until <= now) {
    return { member: 'until', message: `must lie after ${isoMillis(now)}, the time of the world; ${isoMillis(until)} does not.` }
  }
  if (nth !== undefined) {
    if (nth > first) return { member: 'nth', message: `is never: ${nth} is not one of the first ${first}.` }
    if (nth <= after) return { member: 'nth', message: `is never: ${nth} does not come after the first ${after}.` }
    if (nth % every !== 0) return { member: 'nth', message: `is never: ${nth} is no multiple of ${every}, as every asks for.` }
    return undefined
  }
  if (after >= first) return { member: 'after', message: `leaves none: all of the first ${first} are among the first ${after}.` }
  const earliest = (Math.floor(after / every) + 1) * every
  if (earliest <= first) return undefined
  const those = after === 0 ? '' : ` that come after the first ${after}`
  return { member: 'every', message: `is never: no multiple of ${every} is among the first ${first}${those}.` }
}
