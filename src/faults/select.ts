import type { Schemas } from '../contract/control.ts'
import { equal } from '../support/equal.ts'
import { valueAt } from '../support/json-pointer.ts'
import type { Millis } from '../support/time.ts'
import { isTurn } from '../support/when.ts'
import { streamOf } from '../world/chance.ts'
import { indexOf, type TableState } from '../world/table.ts'
import type { World } from '../world/world.ts'
import type { FaultCall } from './call.ts'
import { type FaultRow, faults } from './definition.ts'
import { pathGlob } from './path-glob.ts'
import type { FaultTallies } from './tallies.ts'

type Match = Schemas['FaultMatch']

/** Whether a call is one that is meant. */
export type Matcher = (call: FaultCall) => boolean

/** Which calls are meant, ready to be held against many of them: all that is given must hold. */
export function matcherOf({ operation, method, path, headers, query, body, via }: Match): Matcher {
  const conditions: Matcher[] = []
  if (via !== undefined) conditions.push((call) => call.via === via)
  if (method !== undefined) conditions.push((call) => call.method === method)
  if (operation !== undefined) {
    const operations = new Set([operation].flat())
    conditions.push((call) => operations.has(call.operation))
  }
  if (path !== undefined) {
    const fits = pathGlob(path)
    conditions.push((call) => fits(call.path))
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    const known = name.toLowerCase()
    conditions.push((call) => call.header(known) === value)
  }
  for (const [name, value] of Object.entries(query ?? {})) conditions.push((call) => call.query.get(name) === String(value))
  for (const [pointer, value] of Object.entries(body ?? {})) conditions.push((call) => equal(valueAt(call.body, pointer), value))
  return (call) => conditions.every((holds) => holds(call))
}

/** A fault, ready to be held against calls. */
export interface CompiledFault {
  readonly fault: FaultRow
  readonly matches: Matcher
}

/** The faults of one version of a world, in the order of their ids. */
export interface CompiledFaults {
  readonly faults: readonly CompiledFault[]
  /** Whether any of them looks into bodies. */
  readonly wantsBody: boolean
}

const UNARMED: CompiledFaults = { faults: [], wantsBody: false }

const known = new WeakMap<TableState, CompiledFaults>()

/** The faults of a world; they are made ready once for each version of the table. */
export function compiledFaultsIn(world: World): CompiledFaults {
  const state = world.tables[faults.number]
  if (!state) return UNARMED
  const found = known.get(state)
  if (found) return found
  const rows = indexOf<FaultRow>(state, faults.key)
  const ready = compiledFaultsAmong(rows.between(0, rows.size))
  const armed = { faults: ready, wantsBody: ready.some(({ fault }) => fault.match.body !== undefined) }
  known.set(state, armed)
  return armed
}

/** Faults made ready. */
export function compiledFaultsAmong(rows: readonly FaultRow[]): CompiledFault[] {
  return rows.map((fault) => ({ fault, matches: matcherFor(fault) }))
}

const matchers = new WeakMap<FaultRow, Matcher>()

function matcherFor(fault: FaultRow): Matcher {
  const found = matchers.get(fault) ?? matcherOf(fault.match)
  matchers.set(fault, found)
  return found
}

/** A fault that matches a call. */
export interface FaultMatch {
  readonly fault: FaultRow
  /** How many calls it has seen, with this one. */
  readonly seen: number
  /** Whether it is its turn. */
  readonly isDue: boolean
}

/** Holds the faults of a world against a call. Nothing is counted yet. */
export function matchingFaults(
  armed: readonly CompiledFault[],
  call: FaultCall,
  { seed, now, tallies }: { readonly seed: string; readonly now: Millis; readonly tallies: FaultTallies },
): FaultMatch[] {
  return armed
    .filter(({ matches }) => matches(call))
    .map(({ fault }) => {
      const tally = tallies.of(fault)
      const seen = tally.seen + 1
      const chance = (draw: number) => streamOf(seed, `fault:${fault.id}`)(draw) / 2 ** 32
      return { fault, seen, isDue: isTurn(fault.when, { seen, fired: tally.fired }, now, chance) }
    })
}
