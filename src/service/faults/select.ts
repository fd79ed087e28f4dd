import type { Millis } from '../../kernel/support/time.ts'
import { isSelected } from '../../kernel/support/when.ts'
import { stream } from '../../kernel/support/random.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { compileMatch, type Matcher, type FaultCall } from './match.ts'
import { type FaultRow, faults } from '../model/faults/fault.ts'
import type { FaultTallies } from './tallies.ts'

export interface CompiledFault {
  readonly fault: FaultRow
  readonly matches: Matcher
}

/** The faults of one version of a world, in the order of their ids. */
export interface CompiledFaults {
  readonly faults: readonly CompiledFault[]
  /** Whether any of them matches by the body. */
  readonly wantsBody: boolean
  /** Whether any of them runs a trigger. */
  readonly runsTriggers: boolean
}

const NO_FAULTS: CompiledFaults = { faults: [], wantsBody: false, runsTriggers: false }

/** The faults of a world, ready to match calls. */
export function compiledFaultsIn(world: WorldState): CompiledFaults {
  const state = world.tables[faults.number]
  if (!state) return NO_FAULTS
  const rows = state.rowsBy(faults.key)
  const compiled = compiledFaultsAmong(rows.between(0, rows.size))
  return {
    faults: compiled,
    wantsBody: compiled.some(({ fault }) => fault.match.body !== undefined),
    runsTriggers: compiled.some(({ fault }) => fault.effect.trigger !== undefined),
  }
}

export function compiledFaultsAmong(rows: readonly FaultRow[]): CompiledFault[] {
  return rows.map((fault) => ({ fault, matches: compileMatch(fault.match) }))
}

export interface FaultMatch {
  readonly fault: FaultRow
  /** Number of calls it has matched, including this one. */
  readonly seen: number
  /** Whether it is selected for this call. */
  readonly isDue: boolean
}

/** Finds the faults that match a call, without counting it. */
export function matchingFaults(
  compiled: readonly CompiledFault[],
  call: FaultCall,
  { seed, now, tallies }: { readonly seed: string; readonly now: Millis; readonly tallies: FaultTallies },
): FaultMatch[] {
  return compiled
    .filter(({ matches }) => matches(call))
    .map(({ fault }) => {
      const tally = tallies.of(fault)
      const seen = tally.seen + 1
      const draw = stream(seed, `fault:${fault.id}`)
      return { fault, seen, isDue: isSelected(fault.when, { seen, fired: tally.fired }, now, (number) => draw(number) / 2 ** 32) }
    })
}
