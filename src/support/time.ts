/**
 * Instants on the wire and in rows: whole seconds since 1970, in UTC. The only file that says `Date`.
 * What the real clock offers is captured once, at import: fake timers of a host test suite must not reach us. They may be there already
 * then, so the timers are those of the platform's own module, which are not the ones of `globalThis`.
 */
import { clearTimeout as realClearTimeout, setImmediate as realSetImmediate, setTimeout as realSetTimeout } from 'node:timers'

/** Whole seconds since 1970-01-01T00:00:00Z; 0 stands for "not set". */
export type Seconds = number

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number

const RealDate = realOf(Date)

/** What suites put in the place of `Date` extends it, or shares its prototype. */
function realOf(given: DateConstructor): DateConstructor {
  const parent: DateConstructor = Object.getPrototypeOf(given)
  // The prototype of a class knows it as a function only.
  return 'now' in parent ? realOf(parent) : (given.prototype.constructor as DateConstructor)
}

const DAY_S = 86_400
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/
const DURATION = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** The real time, in milliseconds. */
export function realNow(): Millis {
  return RealDate.now()
}

/** A timer of the machine waits at most so long: 24 days. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Calls back after some real time; the answer cancels. The wait does not keep the process alive. */
export function delay(ms: number, callback: () => void): () => void {
  const timer = realSetTimeout(callback, Math.min(ms, TIMER_MS_MAX))
  timer.unref()
  return () => realClearTimeout(timer)
}

/**
 * Calls back after some real time in which this process got to run. It goes by in four parts, so that a process that was suspended, or
 * got no share of the processor, finds at least one of them left for what it has to do. The answer cancels.
 */
export function afterRunning(ms: number, callback: () => void): () => void {
  const wait = (parts: number): (() => void) =>
    delay(ms / PARTS, () => {
      if (parts === 1) callback()
      else cancel = wait(parts - 1)
    })
  let cancel = wait(PARTS)
  return () => cancel()
}

const PARTS = 4

/** Calls back after some real time, for which the process stays alive: what comes then is waited for. */
export function onceOver(ms: number, callback: () => void): () => void {
  const timer = realSetTimeout(callback, Math.min(ms, TIMER_MS_MAX))
  return () => realClearTimeout(timer)
}

/** Resolves after some real time. */
export function realDelay(ms: number): Promise<void> {
  return new Promise((resolve) => realSetTimeout(resolve, ms))
}

/** The first and the last instant at which the clock of a world may stand: what lies a year off can still be written. */
export const CLOCK_MIN: Millis = RealDate.UTC(1971, 0, 1)
export const CLOCK_MAX: Millis = RealDate.UTC(9999, 0, 1)

/** Lets other work of this process go first. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => realSetImmediate(resolve))
}

let lastDay = Number.NaN
let lastDate = ''

/** `2021-11-23T22:51:56+00:00`, or an empty string when nothing is set. */
export function timestamp(at: Seconds): string {
  if (at === 0) return ''
  const midnight = startOfDay(at)
  // Most instants that are written one after the other lie on one day.
  if (midnight !== lastDay) {
    lastDay = midnight
    lastDate = day(at)
  }
  const second = at - midnight
  return `${lastDate}T${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}+00:00`
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** An instant as the platform's own type, for libraries that ask for one. */
export function dateOf(at: Seconds): Date {
  return new RealDate(at * 1000)
}

/** A date that shows, wherever this machine is, what a clock in UTC shows at an instant: for formats that know no zones. */
export function localDateOf(at: Seconds): Date {
  const utc = dateOf(at)
  return new RealDate(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  )
}

/** `2021-11-23` */
export function day(at: Seconds): string {
  return new RealDate(at * 1000).toISOString().slice(0, 10)
}

/** `2021-11` */
export function month(at: Seconds): string {
  return new RealDate(at * 1000).toISOString().slice(0, 7)
}

/** The instant at which the UTC day of another one begins. */
export function startOfDay(at: Seconds): Seconds {
  return at - (((at % DAY_S) + DAY_S) % DAY_S)
}

/**
 * Reads a date, or a date with a time and an optional offset (UTC without one); fractions of a second are dropped.
 * `undefined` when it is none.
 */
export function readInstant(text: string): Seconds | undefined {
  const parts = DATE_TIME.exec(text)
  if (!parts) return undefined
  const [, year, monthOfYear, dayOfMonth, hour = '0', minute = '0', second = '0', sign, offsetHours, offsetMinutes] = parts
  const date = [Number(year), Number(monthOfYear), Number(dayOfMonth)] as const
  if (!isCalendarDay(...date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const local = midnightOf(...date) / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  if (!sign) return local
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined
  const offset = Number(offsetHours) * 3600 + Number(offsetMinutes) * 60
  const at = sign === '+' ? local - offset : local + offset
  return at >= INSTANT_MIN && at <= INSTANT_MAX ? at : undefined
}

// Before and after these, a year is not written with four digits.
const INSTANT_MIN = midnightOf(0, 1, 1) / 1000
const INSTANT_MAX = midnightOf(9999, 12, 31) / 1000 + DAY_S - 1

/** Midnight of a day in UTC; a day beyond the end of its month counts on into the next. */
function midnightOf(year: number, monthOfYear: number, dayOfMonth: number): Millis {
  // `Date.UTC` would take the years 0 to 99 for those of the last century.
  return new RealDate(0).setUTCFullYear(year, monthOfYear - 1, dayOfMonth)
}

/** The same in milliseconds, with the fraction of a second kept. */
export function readInstantMillis(text: string): Millis | undefined {
  const seconds = readInstant(text)
  if (seconds === undefined) return undefined
  const fraction = /:\d{2}\.(\d{1,3})/.exec(text)?.[1] ?? '0'
  return seconds * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Whether a day stands in the calendar: the 31st of June does not. */
export function isCalendarDay(year: number, monthOfYear: number, dayOfMonth: number): boolean {
  const date = new RealDate(midnightOf(year, monthOfYear, dayOfMonth))
  return date.getUTCMonth() === monthOfYear - 1 && date.getUTCDate() === dayOfMonth
}

/** Milliseconds of an ISO 8601 duration from weeks down to seconds, or of a number; `undefined` when it is neither. */
export function readDuration(value: unknown): Millis | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const parts = typeof value === 'string' && /\d/.test(value) ? DURATION.exec(value) : null
  if (!parts) return undefined
  const [, minus, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const total = (Number(weeks) * 7 + Number(days)) * DAY_S + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return Math.round(total * 1000) * (minus ? -1 : 1)
}

/** `2026-01-15T09:00:00.000Z`, as the control API writes the world's clock. */
export function isoMillis(at: Millis): string {
  return new RealDate(at).toISOString()
}
