import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { webhookEvents } from '../resources/deliveries/delivery.ts'
import {
  type DeliveryEffect,
  type DeliveryFaultRow,
  deliveryFaults,
  type DeliveryMatch,
  NEW_TALLY,
} from '../resources/deliveries/fault.ts'
import { readDuration } from '../../kernel/support/time.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { assertValid, checkWhen, type FaultMistakes, InvalidFaultError, readWhen } from './definition.ts'

/** Maximum number of delivery faults in a world. */
const DELIVERY_FAULTS_MAX = 1_000

/** Longest delay of a delivery: a year. */
const DELAY_MS_MAX = 365 * 86_400_000

/** Creates a delivery fault. Throws an `InvalidFaultError` if it is invalid. */
export function insertDeliveryFault(tx: Tx, request: ControlSchemas['CreateDeliveryFault']): DeliveryFaultRow {
  const { effect, must_fire = false } = request
  assertValid(checkDelay(effect), checkWhen(request.when, tx.nowMs))
  if (tx.range(deliveryFaults.key).count >= DELIVERY_FAULTS_MAX)
    throw new InvalidFaultError(`This world has ${DELIVERY_FAULTS_MAX} delivery faults, the maximum.`)
  const fault = { match: matchOf(request.match), effect: effectOf(effect), when: readWhen(request.when), must_fire }
  return tx.insert(deliveryFaults, { id: tx.count('delivery_faults.id'), ...fault, ...NEW_TALLY })
}

/** The contract has checked the names; this gives them their type. */
function matchOf({ event, ...others }: ControlSchemas['DeliveryMatch'] = {}): DeliveryMatch {
  if (event === undefined) return others
  return { ...others, event: typeof event === 'string' ? named(webhookEvents, event) : event }
}

const EFFECTS = ['duplicate', 'drop', 'reorder'] as const

function effectOf(effect: ControlSchemas['DeliveryEffect']): DeliveryEffect {
  return typeof effect === 'string' ? named(EFFECTS, effect) : { delay: effect.delay }
}

function named<Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((each) => each === name)
  if (found === undefined) throw new Defect(`The contract allows ${name}, which is none of: ${names.join(', ')}.`)
  return found
}

function* checkDelay(effect: ControlSchemas['DeliveryEffect']): FaultMistakes {
  if (typeof effect === 'string') return
  const { delay } = effect
  const ms = readDuration(delay)
  if (ms !== undefined && ms >= 0 && ms <= DELAY_MS_MAX) return
  const expected = 'must be milliseconds or an ISO 8601 duration such as PT5S, not negative and at most P365D'
  yield { pointer: '/effect/delay', message: `${expected}; ${JSON.stringify(delay).slice(0, 100)} is not.` }
}
