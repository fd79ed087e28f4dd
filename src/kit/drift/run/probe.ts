import type { Noted } from '../finding.ts'
import type { Reader } from './reader.ts'
import type { Visited } from './visit.ts'

/** A comparison that needs further calls. `base` is the resource, read just before if the probe is repeated. */
export type Probe = (reader: Reader, base: Visited) => Promise<readonly Noted[]>

/** What identifies a finding, without the values that were found. */
function keyOf({ operation, aspect, at }: Noted): string {
  return [operation, aspect, at].join('\n')
}

/**
 * Runs a probe, and once more if it finds differences: the account may have changed between two calls. Only what differs both times is a
 * difference; what differed once is left out.
 */
export async function confirmDifferences(run: (isRepeated: boolean) => Promise<readonly Noted[]>): Promise<readonly Noted[]> {
  const first = await run(false)
  if (first.every(({ difference }) => !difference)) return first
  const second = await run(true)
  const before = new Set(first.filter(({ difference }) => difference).map(keyOf))
  return second.filter((noted) => !noted.difference || before.has(keyOf(noted)))
}
