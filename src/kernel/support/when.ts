import { MINUTE_MS, DAY_MS } from './units-of-time.ts'
import { isoDuration, isoMillis, type Millis, readDuration, readInstantMillis } from './time.ts'

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
  /** Only calls from one instant until before another. */
  readonly between?: Span
  /** Only calls within this part of each day, in UTC: from so long after midnight, for so long. */
  readonly daily?: { readonly from: Millis; readonly for: Millis }
  /** Each call with a probability that rises from 0 to this in the first half of the window, and falls to 0 in the second half. */
  readonly ramp?: number
}

/** From an instant until before another. */
export type Span = readonly [from: Millis, to: Millis]

/** A condition in JSON: instants and durations are texts or numbers. */
export interface WhenJson extends Omit<When, 'until' | 'between' | 'daily'> {
  readonly until?: string
  /** Instants, or durations from now. */
  readonly between?: readonly (string | number)[]
  readonly daily?: { readonly from: string; readonly for: string | number }
}

/** Reads a condition that `checkWhen` accepts. */
export function readWhen({ until, between, daily, ...others }: WhenJson = {}, now: Millis): When {
  const at = until === undefined ? undefined : readInstantMillis(until)
  const span = between && readSpan(between, now)
  const part = daily && partOfDay(daily)
  return {
    ...others,
    ...(at === undefined ? {} : { until: at }),
    ...(span ? { between: span } : {}),
    ...(part ? { daily: part } : {}),
  }
}

function readSpan([from, to]: readonly (string | number)[], now: Millis): Span | undefined {
  const [first, last] = [readBound(from, now), readBound(to, now)]
  return first === undefined || last === undefined ? undefined : [first, last]
}

/** Longest duration from now: a hundred years. Later instants could not be written. */
const LATER_MS_MAX = 36_525 * DAY_MS

/** An instant, or a duration from now. */
function readBound(bound: string | number | undefined, now: Millis): Millis | undefined {
  const later = readDuration(bound)
  if (later !== undefined) return Math.abs(later) <= LATER_MS_MAX ? now + later : undefined
  return typeof bound === 'string' ? readInstantMillis(bound) : undefined
}

function partOfDay({ from, for: length }: NonNullable<WhenJson['daily']>): When['daily'] {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(from) ?? []
  const ms = readDuration(length)
  return hours === undefined || ms === undefined
    ? undefined
    : { from: (Number(hours) * 60 + Number(minutes)) * MINUTE_MS, for: ms }
}

export function whenJson({ until, between, daily, ...others }: When): WhenJson {
  return {
    ...others,
    ...(until === undefined ? {} : { until: isoMillis(until) }),
    ...(between ? { between: between.map(isoMillis) } : {}),
    ...(daily ? { daily: { from: timeOfDay(daily.from), for: isoDuration(daily.for) } } : {}),
  }
}

function timeOfDay(ms: Millis): string {
  return isoMillis(ms).slice(11, 16)
}

/** The window of a condition: the current one, the next one, or the last one. Returns `undefined` if the condition names none. */
export function findWindow({ between, daily }: When, now: Millis): Span | undefined {
  if (!daily) return between
  const today = Math.floor(now / DAY_MS) * DAY_MS
  // The window of the day before may reach past midnight.
  const spans = [today - DAY_MS, today, today + DAY_MS].map((start): Span => [start + daily.from, start + daily.from + daily.for])
  return spans.find(([, to]) => now < to)
}

interface WhenMistake {
  readonly pointer: string
  readonly message: string
}

/** Checks the member `when` of a fault. A condition that can never select a call is a mistake. */
export function* checkWhen(when: WhenJson = {}, now: Millis): Iterable<WhenMistake> {
  const read = readWhen(when, now)
  const { until } = when
  if (until !== undefined && read.until === undefined) {
    const text = JSON.stringify(until).slice(0, 100)
    yield { pointer: '/when/until', message: `must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${text} is not.` }
  }
  yield* checkWindow(when, read)
  const never = contradictionIn(read, now)
  if (never) yield { pointer: `/when/${never.member}`, message: never.message }
}

function* checkWindow({ between, daily, ramp }: WhenJson, read: When): Iterable<WhenMistake> {
  if (between && !read.between) {
    const text = JSON.stringify(between).slice(0, 100)
    const expected = 'must be two ISO 8601 instants, or durations from now, such as ["PT10M", "PT30M"]'
    yield { pointer: '/when/between', message: `${expected}; ${text} is not.` }
  }
  if (daily && !read.daily) {
    const text = JSON.stringify(daily).slice(0, 100)
    yield { pointer: '/when/daily', message: `must have a time such as 10:00 and a duration such as PT20M; ${text} has not.` }
  }
  if (between && daily) yield { pointer: '/when/daily', message: 'cannot go with between: create one fault for each.' }
  if (read.daily && (read.daily.for <= 0 || read.daily.for > DAY_MS))
    yield { pointer: '/when/daily/for', message: 'must be longer than nothing and at most P1D.' }
  if (ramp !== undefined && !between && !daily) yield { pointer: '/when/ramp', message: 'needs a window: add between or daily.' }
}

/** Whether a call is selected. `seen` includes this call, and `chance` returns the n-th random number from 0 to 1. */
export function isSelected(
  when: When,
  { seen, fired }: { readonly seen: number; readonly fired: number },
  now: Millis,
  chance: (draw: number) => number,
): boolean {
  const { first, nth, every, after, probability, times, until } = when
  return (
    (first === undefined || seen <= first) &&
    (nth === undefined || seen === nth) &&
    (every === undefined || seen % every === 0) &&
    (after === undefined || seen > after) &&
    (times === undefined || fired < times) &&
    (until === undefined || now < until) &&
    isInWindow(when, now) &&
    (probability === undefined || chance(seen) < probability) &&
    (when.ramp === undefined || chance(seen) < when.ramp * measureRise(findWindow(when, now), now))
  )
}

/** Whether no further call can be selected. `seen` and `fired` are the numbers of calls so far. */
export function isOver(
  { first = Infinity, nth = Infinity, times = Infinity, until = Infinity, between }: When,
  { seen, fired }: { readonly seen: number; readonly fired: number },
  now: Millis,
): boolean {
  return seen >= Math.min(first, nth) || fired >= times || now >= Math.min(until, between?.[1] ?? Infinity)
}

function isInWindow(when: When, now: Millis): boolean {
  if (!when.between && !when.daily) return true
  const [from, to] = findWindow(when, now) ?? NEVER
  return now >= from && now < to
}

const NEVER: Span = [Infinity, -Infinity]

/** From 0 at either end of a window to 1 in its middle. */
function measureRise([from, to]: Span = NEVER, now: Millis): number {
  return 1 - Math.abs((2 * (now - from)) / (to - from) - 1)
}

/**
 * Says why no call can ever be selected, and which member is at fault. Returns `undefined` if one can. A probability of 0 is
 * allowed, since it is explicit.
 */
export function contradictionIn(when: When, now: Millis): { readonly member: keyof When; readonly message: string } | undefined {
  const { first = Infinity, nth, every = 1, after = 0, until, between } = when
  if (between && between[1] <= Math.max(between[0], now)) {
    const [from, to] = between.map(isoMillis)
    return {
      member: 'between',
      message: `must end after its start and after ${isoMillis(now)}, the time of the world; ${from} to ${to} does not.`,
    }
  }
  if (until !== undefined && until <= now) {
    return { member: 'until', message: `must be after ${isoMillis(now)}, the time of the world; ${isoMillis(until)} is not.` }
  }
  if (until !== undefined && between && until <= between[0]) {
    return {
      member: 'until',
      message: `never matches: ${isoMillis(until)} is not after ${isoMillis(between[0])}, the start of between.`,
    }
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
