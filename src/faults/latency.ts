import { readDuration, type Millis } from '../support/time.ts'
import type { Blow } from './blow.ts'
import type { FaultRow } from './fault.ts'

/** Makes the call take longer; between two durations chance decides, by a number from 0 to 1. */
export function latencyBlow({ effect: { latency = 0 } }: Pick<FaultRow, 'effect'>, chance: () => number): Blow {
  return { kind: 'wait', effect: 'latency', ms: waitOf(latency, chance) }
}

function waitOf(latency: NonNullable<FaultRow['effect']['latency']>, chance: () => number): Millis {
  if (typeof latency !== 'object') return readDuration(latency) ?? 0
  const [min, max] = [readDuration(latency.min) ?? 0, readDuration(latency.max) ?? 0]
  return Math.round(min + (max - min) * chance())
}
