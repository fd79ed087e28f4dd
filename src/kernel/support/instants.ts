import { isInstantName } from './instant-names.ts'
import { isoMillis } from './time.ts'

/** Smaller values are not instants of a world; larger ones than `MILLIS_MIN` count milliseconds. */
const SECONDS_MIN = 31_536_000
const MILLIS_MIN = 1e11

/** The instant of a field as ISO 8601; other values as they are. */
export function withIsoInstant(name: string, value: unknown): unknown {
  if (typeof value !== 'number' || value <= SECONDS_MIN || !isInstantName(name)) return value
  return isoMillis(value > MILLIS_MIN ? value : value * 1000)
}
