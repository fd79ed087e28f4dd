import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { checkWhen, readWhen } from '../../kernel/support/when.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import {
  type EffectFields,
  type FaultFields,
  type FaultRow,
  faults,
  FAULTS_MAX,
  type OutageFault,
  type OutageRow,
  isActive,
  findOutageFaults,
} from '../model/faults/fault.ts'
import { BATCH_EFFECTS, checkEffect, listEffectOperations } from './effects/index.ts'
import { checkMatch } from './match.ts'
import { releaseBatches } from '../rules/batches/hold.ts'
import { assertValid, type FaultMistakes, InvalidFaultError } from './mistakes.ts'
import type { DeliveryEffect } from '../../kernel/contract/names.ts'
import { Defect } from '../../kernel/world/errors.ts'
import { type WebhookEvent, webhookEvents } from '../model/deliveries/delivery.ts'
import {
  type DeliveryFaultFields,
  type DeliveryFaultRow,
  deliveryFaults,
  type DeliveryMatch,
  NEW_TALLY,
} from '../model/deliveries/fault.ts'
import { chooseEffectKind, isDeliveryEffectWord } from '../rules/deliveries/fault-effects.ts'

/** Reads the fault of a request. The contract has checked its members; this function checks their meaning. */
function readFault(request: ControlSchemas['CreateFault'], now: Millis): FaultFields {
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

/** Maximum number of delivery faults in a world. */
const DELIVERY_FAULTS_MAX = 1_000

/** Reads the delivery fault of a request. The contract has checked its members; this function checks their meaning. */
function readDeliveryFault(
  { match, effect: given, when, must_fire = false }: ControlSchemas['CreateDeliveryFault'],
  now: Millis,
): DeliveryFaultFields {
  const effect = typedEffect(given)
  assertValid(checkDeliveryEffect(effect), checkWhen(when, now))
  return { match: makeDeliveryMatch(match), effect, when: readWhen(when, now), must_fire }
}

/** Creates a delivery fault, of an outage if it belongs to one. Throws an `InvalidFaultError` if it is invalid. */
export function insertDeliveryFault(tx: Tx, request: ControlSchemas['CreateDeliveryFault'], outage?: string): DeliveryFaultRow {
  const fields = readDeliveryFault(request, tx.nowMs)
  if (tx.range(deliveryFaults.key).count >= DELIVERY_FAULTS_MAX)
    throw new InvalidFaultError(`This world has ${DELIVERY_FAULTS_MAX} delivery faults, the maximum.`)
  const of = outage === undefined ? {} : { outage }
  return tx.insert(deliveryFaults, { id: tx.count('delivery_faults.id'), ...fields, ...of, ...NEW_TALLY })
}

function* checkDeliveryEffect(effect: DeliveryEffect): FaultMistakes {
  const { mistake } = chooseEffectKind(effect)
  if (mistake) yield { pointer: `/effect/${mistake.member}`, message: mistake.message }
}

// The contract has checked the names; the functions below give them their types.

function typedEffect(effect: ControlSchemas['DeliveryEffect']): DeliveryEffect {
  if (typeof effect !== 'string') {
    const { delay, omit } = effect
    if (delay !== undefined) return { delay }
    if (omit) return { omit }
    throw new Defect('The contract allows an effect without a value.')
  }
  if (isDeliveryEffectWord(effect)) return effect
  throw new Defect(`The contract allows the effect ${effect}, which is not implemented.`)
}

function makeDeliveryMatch({ event, ...others }: ControlSchemas['DeliveryMatch'] = {}): DeliveryMatch {
  if (event === undefined) return others
  return { ...others, event: typeof event === 'string' ? eventNamed(event) : event }
}

function eventNamed(name: string): WebhookEvent {
  const found = webhookEvents.find((each) => each === name)
  if (found === undefined) throw new Defect(`The contract allows the event ${name}, which does not exist.`)
  return found
}

/** Checks a fault of an outage as it is when the outage starts at an instant. Throws an `InvalidFaultError` if it is invalid. */
export function checkOutageFault(fault: OutageFault, now: Millis): void {
  if (isOfDeliveries(fault)) readDeliveryFault(fault, now)
  else readFault(fault, now)
}

/** Creates the faults of an outage. Returns whether it was not active before. Throws an `InvalidFaultError` if a fault can't be created now. */
export function startOutage(tx: Tx, outage: OutageRow): boolean {
  if (isActive(tx, outage)) return false
  const { id, consists_of } = outage
  try {
    for (const fault of consists_of) {
      if (isOfDeliveries(fault)) insertDeliveryFault(tx, fault, id)
      else insertFault(tx, fault, id)
    }
  } catch (error) {
    if (!(error instanceof InvalidFaultError)) throw error
    throw new InvalidFaultError(`The outage ${id} cannot start: ${error.message}`)
  }
  return true
}

/** Deletes the faults of an outage, and releases the batches that they hold. Returns whether it was active before. */
export function endOutage(tx: Tx, outage: OutageRow): boolean {
  const { calls, deliveries } = findOutageFaults(tx, outage)
  for (const fault of calls) removeFault(tx, fault)
  for (const fault of deliveries) tx.remove(deliveryFaults, fault)
  return calls.length + deliveries.length > 0
}

function isOfDeliveries(fault: OutageFault): fault is ControlSchemas['CreateDeliveryFault'] {
  const { effect } = fault
  return typeof effect === 'string' || 'delay' in effect || 'omit' in effect
}
