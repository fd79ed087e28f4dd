import type { ControlSchemas } from '../contract/control.ts'
import { webhookEvents, type WebhookEvent } from '../resources/deliveries/delivery.ts'
import {
  type DeliveryEffect,
  type DeliveryFaultRow,
  deliveryFaults,
  type DeliveryMatch,
  NEW_TALLY,
} from '../resources/deliveries/fault.ts'
import { readDuration } from '../support/time.ts'
import type { Tx } from '../world/tx.ts'
import { InvalidFaultError, readWhen } from './definition.ts'

/** Maximum number of delivery faults in a world. */
const DELIVERY_FAULTS_MAX = 1_000

/** Longest delay of a delivery: a year. */
const DELAY_MS_MAX = 365 * 86_400_000

/** Creates a delivery fault. Throws an `InvalidFaultError` if it is invalid. */
export function insertDeliveryFault(tx: Tx, request: ControlSchemas['CreateDeliveryFault']): DeliveryFaultRow {
  const { must_fire = false } = request
  const match = matchOf(request.match ?? {})
  const effect = effectOf(request.effect)
  const when = readWhen(request.when, tx.nowMs)
  if (tx.range(deliveryFaults.key).count >= DELIVERY_FAULTS_MAX)
    throw new InvalidFaultError(`This world has ${DELIVERY_FAULTS_MAX} delivery faults, the maximum.`)
  return tx.insert(deliveryFaults, { id: tx.count('delivery_faults.id'), match, effect, when, must_fire, ...NEW_TALLY })
}

/** The contract has checked the names; this gives them their type. */
function matchOf({ event, ...others }: ControlSchemas['DeliveryMatch']): DeliveryMatch {
  if (event === undefined) return others
  return { ...others, event: typeof event === 'string' ? eventOf(event) : event }
}

function eventOf(name: string): WebhookEvent {
  const event = webhookEvents.find((each) => each === name)
  if (event !== undefined) return event
  throw new InvalidFaultError(`must be one of: ${webhookEvents.join(', ')}.`, '/match/event')
}

const EFFECTS = ['duplicate', 'drop', 'reorder'] as const

function effectOf(request: ControlSchemas['DeliveryEffect']): DeliveryEffect {
  if (typeof request !== 'string') return { delay: delayOf(request.delay) }
  const effect = EFFECTS.find((each) => each === request)
  if (effect !== undefined) return effect
  throw new InvalidFaultError(`must be one of: ${EFFECTS.join(', ')}; or an object with delay.`, '/effect')
}

function delayOf(delay: string | number): string | number {
  const ms = readDuration(delay)
  if (ms !== undefined && ms >= 0 && ms <= DELAY_MS_MAX) return delay
  const expected = 'must be milliseconds or an ISO 8601 duration such as PT5S, not negative and at most P365D'
  throw new InvalidFaultError(`${expected}; ${JSON.stringify(delay).slice(0, 100)} is not.`, '/effect/delay')
}
