import { DAY_S } from '../../kernel/support/units-of-time.ts'
import { readInstantMillis, type Millis } from '../../kernel/support/time.ts'
import type { Members } from './sketch.ts'

/** An instant as a duration before now, in whole seconds. */
export function ago(now: Millis, at: Millis): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  const days = Math.floor(seconds / DAY_S)
  return seconds % DAY_S === 0 ? `-P${days}D` : `-P${days}DT${seconds % DAY_S}S`
}

export function readGivenInstant(value: unknown): Millis | undefined {
  return typeof value === 'string' && value !== '' ? readInstantMillis(value) : undefined
}

/** A text that is not empty, or else another one. */
export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** The members of an object that have a value. */
export function defined(value: Members): Members {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => isSet(each)))
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** The types of campaigns that a scenario writes differently from the service. */
const WRITTEN: { readonly [type: string]: string } = { absplit: 'ab_split', plaintext: 'plain-text' }

/** The type of a campaign as a scenario writes it. */
export function writtenType(type: unknown): unknown {
  return typeof type === 'string' && Object.hasOwn(WRITTEN, type) ? WRITTEN[type] : type
}
