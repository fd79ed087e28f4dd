/**
 * Instants on the wire and in rows: whole seconds since 1970, in UTC. The only file that says `Date`. The real clock is captured
 * once, at import, so that fake timers of a test suite do not affect maildouble. Fake timers may be installed before the import, so
 * the timers come from `node:timers` and not from `globalThis`.
 */
import { MINUTE_MS, HOUR_MS, HOUR_S, DAY_S } from './units-of-time.ts'
import { clearTimeout as realClearTimeout, setImmediate as realSetImmediate, setTimeout as realSetTimeout } from 'node:timers'

/** Whole seconds since 1970-01-01T00:00:00Z; 0 stands for "not set". */
export type Seconds = number

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number

const RealDate = findRealDate(Date)

/** Finds the real `Date`: the replacement that a test suite installs extends the real one, or shares its prototype. */
function findRealDate(given: DateConstructor): DateConstructor {
  const parent: DateConstructor = Object.getPrototypeOf(given)
  // The parent of the real `Date` is `Function.prototype`, which has no `now`.
  return 'now' in parent ? findRealDate(parent) : (given.prototype.constructor as DateConstructor)
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/
const DURATION = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** The real time in milliseconds. */
export function realNow(): Millis {
  return RealDate.now()
}

/** Longest delay of a timer of the platform: 24 days. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Calls back after a delay in real time. Returns a cancel function. The timer does not keep the process alive. */
export function delay(ms: number, callback: () => void): () => void {
  const timer = realSetTimeout(callback, Math.min(ms, TIMER_MS_MAX))
  timer.unref()
  return () => realClearTimeout(timer)
}

/**
 * Calls back after a delay in real time during which this process could run. The delay is split into four timers, so that a process
 * that was suspended, or got no CPU time, still has at least one of them left for its work. Returns a cancel function.
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

/** Calls back after a delay in real time, and keeps the process alive until then. Returns a cancel function. */
export function keepAliveDelay(ms: number, callback: () => void): () => void {
  const timer = realSetTimeout(callback, Math.min(ms, TIMER_MS_MAX))
  return () => realClearTimeout(timer)
}

/** Resolves after a delay in real time. */
export function realDelay(ms: number): Promise<void> {
  return new Promise((resolve) => realSetTimeout(resolve, ms))
}

/** The earliest and the latest instant of a world's clock. Instants a year before and after can still be written. */
export const CLOCK_MIN: Millis = RealDate.UTC(1971, 0, 1)
export const CLOCK_MAX: Millis = RealDate.UTC(9999, 0, 1)

/** Yields to the event loop, so that other work of this process can run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => realSetImmediate(resolve))
}

let lastDay = Number.NaN
let lastDate = ''

/** `2021-11-23T22:51:56+00:00`, or an empty string if the instant is not set. */
export function timestamp(at: Seconds): string {
  if (at === 0) return ''
  const midnight = startOfDay(at)
  // Consecutive instants are mostly on the same day.
  if (midnight !== lastDay) {
    lastDay = midnight
    lastDate = day(at)
  }
  const second = at - midnight
  return `${lastDate}T${two(Math.floor(second / HOUR_S))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}+00:00`
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** An instant as a `Date`, for libraries that need one. */
export function toDate(at: Seconds): Date {
  return new RealDate(at * 1000)
}

/** A `Date` whose local time, in any time zone, equals the UTC time of an instant: for formats without time zones. */
export function toLocalDate(at: Seconds): Date {
  const utc = toDate(at)
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

/** The day of the week of an instant in UTC: 0 for Sunday to 6 for Saturday. */
export function weekdayOf(at: Seconds): number {
  return new RealDate(at * 1000).getUTCDay()
}

/** `2021-11` */
export function month(at: Seconds): string {
  return new RealDate(at * 1000).toISOString().slice(0, 7)
}

/** The instant at which the UTC day of an instant begins. */
export function startOfDay(at: Seconds): Seconds {
  return at - (((at % DAY_S) + DAY_S) % DAY_S)
}

/**
 * Reads a date, or a date with a time and an optional offset (default UTC). Fractions of a second are dropped. Returns `undefined`
 * if the text is neither.
 */
export function readInstant(text: string): Seconds | undefined {
  const parts = DATE_TIME.exec(text)
  if (!parts) return undefined
  const [, year, monthOfYear, dayOfMonth, hour = '0', minute = '0', second = '0', sign, offsetHours, offsetMinutes] = parts
  const date = [Number(year), Number(monthOfYear), Number(dayOfMonth)] as const
  if (!isCalendarDay(...date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const local = midnightOf(...date) / 1000 + Number(hour) * HOUR_S + Number(minute) * 60 + Number(second)
  if (!sign) return local
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined
  const offset = Number(offsetHours) * HOUR_S + Number(offsetMinutes) * 60
  const at = sign === '+' ? local - offset : local + offset
  return at >= INSTANT_MIN && at <= INSTANT_MAX ? at : undefined
}

// Outside of these, a year does not have four digits.
const INSTANT_MIN = midnightOf(0, 1, 1) / 1000
const INSTANT_MAX = midnightOf(9999, 12, 31) / 1000 + DAY_S - 1

/** Midnight of a day in UTC. A day beyond the end of its month counts into the next month. */
function midnightOf(year: number, monthOfYear: number, dayOfMonth: number): Millis {
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  return new RealDate(0).setUTCFullYear(year, monthOfYear - 1, dayOfMonth)
}

/** Reads an instant like `readInstant`, in milliseconds and with the fraction of a second. */
export function readInstantMillis(text: string): Millis | undefined {
  const seconds = readInstant(text)
  if (seconds === undefined) return undefined
  const fraction = /:\d{2}\.(\d{1,3})/.exec(text)?.[1] ?? '0'
  return seconds * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Reads the instant of an HTTP header such as `Retry-After`: `Thu, 15 Jan 2026 09:00:00 GMT`. Returns `undefined` if it is none. */
export function readHttpDate(text: string): Millis | undefined {
  const at = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? RealDate.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** Whether a day exists in the calendar: the 31st of June does not. */
export function isCalendarDay(year: number, monthOfYear: number, dayOfMonth: number): boolean {
  const date = new RealDate(midnightOf(year, monthOfYear, dayOfMonth))
  return date.getUTCMonth() === monthOfYear - 1 && date.getUTCDate() === dayOfMonth
}

/** The milliseconds of an ISO 8601 duration (weeks to seconds), or of a number. Returns `undefined` if the value is neither. */
export function readDuration(value: unknown): Millis | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const parts = typeof value === 'string' && /\d/.test(value) ? DURATION.exec(value) : null
  if (!parts) return undefined
  const [, minus, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const total = (Number(weeks) * 7 + Number(days)) * DAY_S + Number(hours) * HOUR_S + Number(minutes) * 60 + Number(seconds)
  return Math.round(total * 1000) * (minus ? -1 : 1)
}

/** An ISO 8601 duration of days to seconds, such as `P1DT2H` or `PT0.2S`. */
export function isoDuration(span: Millis): string {
  const days = Math.floor(span / (DAY_S * 1000))
  const [hours, minutes] = [Math.floor(span / HOUR_MS) % 24, Math.floor(span / MINUTE_MS) % 60]
  const seconds = (span % MINUTE_MS) / 1000
  const part = (count: number, unit: string): string => (count > 0 ? `${count}${unit}` : '')
  const time = part(hours, 'H') + part(minutes, 'M') + part(seconds, 'S')
  return `P${part(days, 'D')}${time === '' ? '' : `T${time}`}`.replace(/^P$/, 'PT0S')
}

/** `2026-01-15T09:00:00.000Z`, as the control API writes the world's clock. */
export function isoMillis(at: Millis): string {
  return new RealDate(at).toISOString()
}

const MONTHS = 12
const MONTH_S = 31_556_952 / MONTHS

/** The offset of a time zone from UTC at an instant, in seconds; 0 for an unknown zone. */
export function zoneOffset(zone: string, at: Seconds): Seconds {
  const parts = /GMT([+-])(\d{2}):(\d{2})/.exec(offsetFormat(zone)?.format(at * 1000) ?? '')
  if (!parts) return 0
  const [, sign, hours, minutes] = parts
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_S + Number(minutes) * 60)
}

/**
 * The instant at which clocks in a time zone show a local time, given as if it were UTC. Of a local time that occurs twice, it is the first
 * occurrence; a skipped local time counts as if the clocks had not been put forward yet.
 */
export function instantInZone(zone: string, local: Seconds): Seconds {
  // Clocks are not changed twice within a few days.
  const early = local - zoneOffset(zone, local - DAY_S)
  const offset = zoneOffset(zone, early)
  const late = local - offset
  return zoneOffset(zone, late) === offset ? late : early
}

/** The offsets of a time zone from UTC in seconds, in the year around an instant; equal in a zone without daylight saving time. */
export interface YearOffsets {
  readonly standard: Seconds
  readonly daylight: Seconds
}

export function yearOffsets(zone: string, at: Seconds): YearOffsets {
  const offsets = Array.from({ length: MONTHS }, (_, index) => zoneOffset(zone, at + (index - MONTHS / 2) * MONTH_S))
  const sorted = offsets.toSorted((a, b) => a - b)
  // Daylight saving time is ahead of standard time. Standard time lasts four months or more; Morocco sets its clocks back for one.
  return { standard: sorted[2] ?? 0, daylight: sorted.at(-1) ?? 0 }
}

/** Whether the platform knows a time zone. */
export function isZone(zone: string): boolean {
  return offsetFormat(zone) !== undefined
}

const offsetFormats = new Map<string, Intl.DateTimeFormat | undefined>()

function offsetFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (!offsetFormats.has(zone)) offsetFormats.set(zone, madeFormat(zone))
  return offsetFormats.get(zone)
}

function madeFormat(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return undefined
  }
}
