import { isoMillis } from './time.ts'

/** Names of fields that hold an instant. */
const INSTANT =
  /^at$|^next_send$|(_at|_at_foreign|_changed|_opt|_signup|_time|verification_sent)$|^(date|timestamp|started$|finished$|since$|last_|member_since)/

/** Smaller values are not instants of a world; larger ones than `MILLIS_MIN` count milliseconds. */
const SECONDS_MIN = 31_536_000
const MILLIS_MIN = 1e11

/** Whether a field holds an instant, by its name. */
export function isInstantName(name: string): boolean {
  return INSTANT.test(name)
}

/** The instant of a field as ISO 8601; other values as they are. */
export function withIsoInstant(name: string, value: unknown): unknown {
  if (typeof value !== 'number' || value <= SECONDS_MIN || !isInstantName(name)) return value
  return isoMillis(value > MILLIS_MIN ? value : value * 1000)
}
