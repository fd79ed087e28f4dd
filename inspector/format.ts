import { isObject } from '../src/kernel/support/is-object.ts'
import { DAY_MS, HOUR_S, DAY_S } from '../src/kernel/support/units-of-time.ts'
import { RefusedError } from '../src/kit/client/errors.ts'
import { parseJsonOrNone } from '../src/kernel/support/json-fault.ts'
import { formatCount } from '../src/kernel/support/words.ts'
import type { FormValue } from './schema.ts'

/** The time of day of an instant, which is a text or in milliseconds: `09:04:30`. */
export function formatTime(instant: string | number): string {
  const text = isoText(instant)
  const [, time = text] = /T(\d\d:\d\d:\d\d)/.exec(text) ?? []
  return time
}

/** Date and time of an instant, which is a text or in milliseconds: `2026-01-15 09:04:30`. */
export function formatDateTime(instant: string | number): string {
  return isoText(instant)
    .replace('T', ' ')
    .replace(/(?:\.\d+)?Z$/, '')
}

function isoText(instant: string | number): string {
  return typeof instant === 'number' ? new Date(instant).toISOString() : instant
}

/** The date of an instant in milliseconds: `2026-01-15`. */
export function formatDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** How far a day is from today, in words: `today`, `8 days ago`, `in 14 days`. */
export function dayFrom(now: number, at: number): string {
  const days = Math.floor(at / DAY_MS) - Math.floor(now / DAY_MS)
  const near = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days]
  return near ?? (days < 0 ? `${formatCount(-days, 'day')} ago` : `in ${formatCount(days, 'day')}`)
}

/** A span until something in the future, of one unit if it is long: `in 14 days`, `in 1 min 20 s`. */
export function inSpan(ms: number): string {
  return `in ${ms >= 2 * DAY_MS ? formatCount(Math.round(ms / DAY_MS), 'day') : formatSpan(Math.max(0, ms))}`
}

const UNITS = [
  [DAY_S, 'day'],
  [HOUR_S, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** A span of time in words: `1 min 20 s`, `3 days`. */
export function formatSpan(ms: number): string {
  if (Math.abs(ms) < 1_000) return `${Math.round(ms)} ms`
  let rest = Math.round(Math.abs(ms) / 1_000)
  const parts: string[] = []
  for (const [seconds, unit] of UNITS) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`)
  }
  return parts.join(' ')
}

const bodies = new WeakMap<object, unknown>()

/** The JSON object in the body of a message. It is parsed once, however often its row is drawn. */
export function objectIn(message: { readonly body: string } | null): FormValue | undefined {
  if (!message?.body.startsWith('{')) return undefined
  if (!bodies.has(message)) bodies.set(message, parseJsonOrNone(message.body))
  const value = bodies.get(message)
  return isObject(value) ? value : undefined
}

export function explainError(error: unknown): string {
  if (error instanceof RefusedError) return error.problem.detail
  return error instanceof Error ? error.message : String(error)
}
