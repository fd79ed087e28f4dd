import { stream } from '../../../kernel/support/random.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import type { FaultCall } from '../match.ts'
import type { FaultMistakes } from '../mistakes.ts'
import { address } from './address.ts'
import { answer, problem } from './problem.ts'
import { connection } from './connection.ts'
import {
  ADDITIONS,
  type BatchEffect,
  type Effect,
  type EffectKind,
  type EffectName,
  type EffectValue,
  type FiringFault,
} from './effect.ts'
import type { EffectFields } from '../../model/faults/fault.ts'
import { latency } from './latency.ts'
import { mutate } from './mutate.ts'
import { staleness } from './staleness.ts'
import { stuck } from './stuck.ts'
import { trigger } from './trigger.ts'

/** All kinds of effects. A fault has exactly one. */
const kinds: { readonly [Name in EffectName]: EffectKind<Name> } = {
  problem,
  answer,
  latency,
  connection,
  mutate,
  address,
  stuck,
  trigger,
  staleness,
}

const NAMES = Object.keys(kinds) as readonly EffectName[]

/** Checks the effect of a fault. The contract has checked its members; this checks what they mean. */
export function* checkEffect(effect: EffectFields): FaultMistakes {
  const given = NAMES.filter((name) => effect[name] !== undefined)
  if (given.length === 0) yield { pointer: '/effect', message: `must have one of ${NAMES.join(', ')}.` }
  if (given.length > 1) yield { pointer: '/effect', message: `has ${given.join(' and ')}: create one fault per effect.` }
  for (const addition of ADDITIONS) {
    if (effect[addition] === undefined || given.some((name) => kinds[name].additions[addition] !== undefined)) continue
    const allowed = NAMES.flatMap((name) => kinds[name].additions[addition] ?? [])
    yield { pointer: `/effect/${addition}`, message: `is allowed only with ${allowed.join(' or ')}.` }
  }
  for (const name of given) yield* checkValue(name, effect)
}

function checkValue<Name extends EffectName>(name: Name, effect: EffectFields): FaultMistakes {
  return kinds[name].check(readEffectValue(name, effect), effect)
}

function readEffectValue<Name extends EffectName>(name: Name, effect: EffectFields): EffectValue<Name> {
  const value = effect[name]
  if (value === undefined) throw new Defect(`An effect is not of the kind ${name}.`)
  return value
}

/** The operations that an effect is about. Returns `undefined` if it is about any operation. */
export function listEffectOperations(effect: EffectFields): readonly string[] | undefined {
  const name = NAMES.find((each) => effect[each] !== undefined)
  return name && kinds[name].operations
}

/** The kinds of effects that operations of batches can have. */
export const BATCH_EFFECTS: readonly EffectName[] = NAMES.filter((name) => kinds[name].inBatch !== undefined)

/** A fault that is selected for a call, and the number of calls that it has matched. */
interface SelectedFault {
  readonly fault: Pick<FiringFault, 'id' | 'effect'>
  readonly seen: number
}

/** The effect of a fault on a matching call. */
export function applyEffect(match: SelectedFault, call: FaultCall, seed: string): Effect {
  return onCall(findEffectName(match.fault), firingFault(match, call, seed))
}

function onCall<Name extends EffectName>(name: Name, firing: FiringFault): Effect {
  return kinds[name].onCall(readEffectValue(name, firing.effect), firing)
}

/** The effect of a fault on an operation of a batch. */
export function applyBatchEffect(match: SelectedFault, call: FaultCall, seed: string): BatchEffect {
  return inBatch(findEffectName(match.fault), firingFault(match, call, seed))
}

function inBatch<Name extends EffectName>(name: Name, firing: FiringFault): BatchEffect {
  const effect = kinds[name].inBatch?.(readEffectValue(name, firing.effect), firing)
  if (!effect) throw new Defect(`The effect ${name} does not apply to operations of batches.`)
  return effect
}

/** The kind of a fault's effect. */
export function findEffectName({ id, effect }: Pick<FiringFault, 'id' | 'effect'>): EffectName {
  const name = NAMES.find((each) => effect[each] !== undefined)
  if (!name) throw new Defect(`The fault ${id} has no effect.`)
  return name
}

function firingFault({ fault, seen }: SelectedFault, call: FaultCall, seed: string): FiringFault {
  const chance = stream(seed, `fault:${fault.id}/${seen}`)
  let drawn = 0
  return { id: fault.id, effect: fault.effect, call, draw: () => chance(++drawn) }
}
