import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { DeliveryEffect } from '../../kernel/contract/names.ts'
import { checkWhen, readWhen } from '../../kernel/support/when.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { type WebhookEvent, webhookEvents } from '../resources/deliveries/delivery.ts'
import { type DeliveryFaultRow, deliveryFaults, type DeliveryMatch, NEW_TALLY } from '../resources/deliveries/fault.ts'
import { effectKindOf, isDeliveryEffectWord } from '../resources/deliveries/fault-effects.ts'
import { assertValid, type FaultMistakes, InvalidFaultError } from './mistakes.ts'

/** Maximum number of delivery faults in a world. */
const DELIVERY_FAULTS_MAX = 1_000

/** Creates a delivery fault. Throws an `InvalidFaultError` if it is invalid. */
export function insertDeliveryFault(tx: Tx, request: ControlSchemas['CreateDeliveryFault']): DeliveryFaultRow {
  const { must_fire = false } = request
  const effect = typedEffect(request.effect)
  assertValid(checkEffect(effect), checkWhen(request.when, tx.nowMs))
  if (tx.range(deliveryFaults.key).count >= DELIVERY_FAULTS_MAX)
    throw new InvalidFaultError(`This world has ${DELIVERY_FAULTS_MAX} delivery faults, the maximum.`)
  const fault = { match: matchOf(request.match), effect, when: readWhen(request.when, tx.nowMs), must_fire }
  return tx.insert(deliveryFaults, { id: tx.count('delivery_faults.id'), ...fault, ...NEW_TALLY })
}

function* checkEffect(effect: DeliveryEffect): FaultMistakes {
  const { mistake } = effectKindOf(effect)
  if (mistake) yield { pointer: `/effect/${mistake.member}`, message: mistake.message }
}

// The contract has checked the names; the functions below give them their types.

function typedEffect(effect: ControlSchemas['DeliveryEffect']): DeliveryEffect {
  if (typeof effect !== 'string') return { delay: effect.delay }
  if (isDeliveryEffectWord(effect)) return effect
  throw new Defect(`The contract allows the effect ${effect}, which is not implemented.`)
}

function matchOf({ event, ...others }: ControlSchemas['DeliveryMatch'] = {}): DeliveryMatch {
  if (event === undefined) return others
  return { ...others, event: typeof event === 'string' ? eventNamed(event) : event }
}

function eventNamed(name: string): WebhookEvent {
  const found = webhookEvents.find((each) => each === name)
  if (found === undefined) throw new Defect(`The contract allows the event ${name}, which does not exist.`)
  return found
}
