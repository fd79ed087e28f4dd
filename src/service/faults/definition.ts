import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { checkWhen, readWhen } from '../../kernel/support/when.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import type { EffectFields } from '../model/faults/effect-fields.ts'
import { BATCH_EFFECTS, checkEffect, listEffectOperations } from './effects/index.ts'
import { checkMatch } from './match.ts'
import { releaseBatches } from '../rules/batches/hold.ts'
import { assertValid, type FaultMistakes, InvalidFaultError } from './mistakes.ts'
import { type FaultFields, type FaultRow, faults, FAULTS_MAX } from '../model/faults/fault.ts'

/** Reads the fault of a request. The contract has checked its members; this function checks their meaning. */
export function readFault(request: ControlSchemas['CreateFault'], now: Millis): FaultFields {
  const { match = {}, effect, stage = 'before', must_fire = false } = request
  assertValid(
    checkMatch(match),
    checkEffect(effect),
    checkOperations(match, effect),
    checkInBatch(match, effect),
    checkWhen(request.when, now),
  )
  return { match, when: readWhen(request.when, now), effect, stage, must_fire }
}

/** An effect that is about other operations than the fault matches is a mistake. */
function* checkOperations({ operation }: ControlSchemas['FaultMatch'], effect: EffectFields): FaultMistakes {
  const able = listEffectOperations(effect)
  if (!able || operation === undefined || [operation].flat().some((each) => able.includes(each))) return
  yield { pointer: '/match/operation', message: `never matches: the effect is only about ${able.join(' and ')}.` }
}

/** A fault for batches only that no operation of a batch can match is a mistake. */
function* checkInBatch({ via, headers = {} }: ControlSchemas['FaultMatch'], effect: EffectFields): FaultMistakes {
  if (via !== 'batch') return
  if (!BATCH_EFFECTS.some((name) => effect[name] !== undefined)) {
    const message = `never matches: batch operations support only the effect ${BATCH_EFFECTS.join(' or ')}.`
    yield { pointer: '/match/via', message }
  }
  if (Object.keys(headers).length > 0)
    yield { pointer: '/match/headers', message: 'never matches: batch operations have no headers.' }
}

/** Removes a fault, and releases the batches that it holds. */
export function removeFault(tx: Tx, fault: FaultRow): void {
  tx.remove(faults, fault)
  releaseBatches(tx, fault.id)
}

/**
 * Creates a fault, of an outage if it belongs to one. Throws an `InvalidFaultError` if it is invalid.
 *
 * @example
 * insertFault(tx, { match: { operation: 'createBatch' }, when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } })
 */
export function insertFault(tx: Tx, fault: ControlSchemas['CreateFault'], outage?: string): FaultRow {
  const fields = readFault(fault, tx.nowMs)
  if (tx.range(faults.key).count >= FAULTS_MAX) throw new InvalidFaultError(`This world has ${FAULTS_MAX} faults, the maximum.`)
  return tx.insert(faults, { id: tx.count('faults.id'), ...fields, ...(outage === undefined ? {} : { outage }) })
}
