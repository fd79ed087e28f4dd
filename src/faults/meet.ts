import { isTurn } from '../support/when.ts'
import type { Millis } from '../support/time.ts'
import { streamOf } from '../world/chance.ts'
import type { ArmedFault } from './armed.ts'
import type { FaultCall } from './call.ts'
import type { FaultRow } from './fault.ts'
import type { FaultTallies } from './tallies.ts'

/** A fault that matches a call. */
export interface Meeting {
  readonly fault: FaultRow
  /** How many calls it has seen, with this one. */
  readonly seen: number
  /** Whether it is its turn. */
  readonly isDue: boolean
}

/** Holds the faults of a world against a call. Nothing is counted yet. */
export function meetingsOf(
  armed: readonly ArmedFault[],
  call: FaultCall,
  { seed, now, tallies }: { readonly seed: string; readonly now: Millis; readonly tallies: FaultTallies },
): Meeting[] {
  return armed
    .filter(({ matches }) => matches(call))
    .map(({ fault }) => {
      const tally = tallies.of(fault)
      const seen = tally.seen + 1
      const chance = (draw: number) => streamOf(seed, `fault:${fault.id}`)(draw) / 2 ** 32
      return { fault, seen, isDue: isTurn(fault.when, { seen, fired: tally.fired }, now, chance) }
    })
}
