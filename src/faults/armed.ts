import { indexOf, type TableState } from '../world/table.ts'
import type { World } from '../world/world.ts'
import { faults, type FaultRow } from './fault.ts'
import { matcherOf, type Matcher } from './match.ts'

/** A fault, ready to be held against calls. */
export interface ArmedFault {
  readonly fault: FaultRow
  readonly matches: Matcher
}

/** The faults of one version of a world, in the order of their ids. */
export interface Armed {
  readonly faults: readonly ArmedFault[]
  /** Whether any of them looks into bodies. */
  readonly wantsBody: boolean
}

const UNARMED: Armed = { faults: [], wantsBody: false }

const known = new WeakMap<TableState, Armed>()

/** The faults of a world; they are made ready once for each version of the table. */
export function armedIn(world: World): Armed {
  const state = world.tables[faults.number]
  if (!state) return UNARMED
  const found = known.get(state)
  if (found) return found
  const rows = indexOf<FaultRow>(state, faults.key)
  const ready = armedAmong(rows.between(0, rows.size))
  const armed = { faults: ready, wantsBody: ready.some(({ fault }) => fault.match.body !== undefined) }
  known.set(state, armed)
  return armed
}

/** Faults made ready. */
export function armedAmong(rows: readonly FaultRow[]): ArmedFault[] {
  return rows.map((fault) => ({ fault, matches: matcherFor(fault) }))
}

const matchers = new WeakMap<FaultRow, Matcher>()

function matcherFor(fault: FaultRow): Matcher {
  const found = matchers.get(fault) ?? matcherOf(fault.match)
  matchers.set(fault, found)
  return found
}
