import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { DeliveryEffect } from '../../kernel/contract/names.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { checkWhen, readWhen } from '../../kernel/support/when.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { type WebhookEvent, webhookEvents } from '../model/deliveries/delivery.ts'
import {
  type DeliveryFaultFields,
  type DeliveryFaultRow,
  deliveryFaults,
  type DeliveryMatch,
  NEW_TALLY,
} from '../model/deliveries/fault.ts'
import { chooseEffectKind, isDeliveryEffectWord } from '../rules/deliveries/fault-effects.ts'
import { assertValid, type FaultMistakes, InvalidFaultError } from './mistakes.ts'

/** Maximum number of delivery faults in a world. */
const DELIVERY_FAULTS_MAX = 1_000

/** Reads the delivery fault of a request. The contract has checked its members; this function checks their meaning. */
export function readDeliveryFault(
  { match, effect: given, when, must_fire = false }: ControlSchemas['CreateDeliveryFault'],
  now: Millis,
): DeliveryFaultFields {
  const effect = typedEffect(given)
  assertValid(checkEffect(effect), checkWhen(when, now))
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

function* checkEffect(effect: DeliveryEffect): FaultMistakes {
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
