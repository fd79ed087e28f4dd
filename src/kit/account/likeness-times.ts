import { readInstantMillis, type Millis } from '../../kernel/support/time.ts'
import type { Members } from './sketch.ts'

/** An instant as a duration before now, in whole seconds. */
export function ago(now: Millis, at: Millis): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  const days = Math.floor(seconds / 86_400)
  return seconds % 86_400 === 0 ? `-P${days}D` : `-P${days}DT${seconds % 86_400}S`
}

export function instantOf(value: unknown): Millis | undefined {
  return typeof value === 'string' && value !== '' ? readInstantMillis(value) : undefined
}

/** The members of an object that have a value. */
export function defined(value: Members): Members {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null && each !== ''))
}
