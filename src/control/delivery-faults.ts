import type { Schemas } from '../contract/control.ts'
import { deliveryEvents, type DeliveryEvent } from '../resources/deliveries/delivery.ts'
import { deliveryFaults, UNMET, type DeliveryEffect, type DeliveryFaultRow } from '../resources/deliveries/fault.ts'
import type { DeliveryMatch } from '../resources/deliveries/fault-match.ts'
import { readDuration } from '../support/time.ts'
import { peek, type Tx } from '../world/tx.ts'
import { ControlError, unusable } from './errors.ts'
import { readWhen, whenView } from './fault-when.ts'
import type { ControlOperations } from './operation.ts'

/** A world has so many. */
const DELIVERY_FAULTS_MAX = 1_000

/** So many are shown when nothing is said. */
const DELIVERY_FAULTS_SHOWN = 100

/** Nothing is held back for longer than a year. */
const DELAY_MS_MAX = 365 * 86_400_000

export const deliveryFaultOperations = {
  getDeliveryFaults({ stage, cell, query: { unfired, limit = DELIVERY_FAULTS_SHOWN, offset = 0 } }) {
    stage.pacer.sync(cell)
    const all = peek(cell.world, (tx) => tx.range(deliveryFaults.key).all())
    const found = unfired ? all.filter(({ must_fire, fired }) => must_fire && fired === 0) : all
    return { delivery_faults: found.slice(offset, offset + limit).map(deliveryFaultView), total: found.length }
  },

  async createDeliveryFault({ stage, cell, body }) {
    const { must_fire = false } = body
    const match = matchOf(body.match ?? {})
    const effect = effectOf(body.effect)
    stage.pacer.sync(cell)
    const fault = await stage.pacer.run(cell, (tx) => {
      const when = readWhen(body.when, tx.nowMs)
      if (tx.range(deliveryFaults.key).count >= DELIVERY_FAULTS_MAX) throw full()
      return tx.insert(deliveryFaults, { id: tx.count('delivery_faults.id'), match, effect, when, must_fire, ...UNMET })
    })
    return deliveryFaultView(fault)
  },

  async deleteDeliveryFaults({ stage, cell }) {
    if (peek(cell.world, (tx) => tx.range(deliveryFaults.key).count) === 0) return
    await stage.pacer.run(cell, (tx) => tx.removeAll(deliveryFaults.key, {}))
  },

  getDeliveryFault({ stage, cell, path: { delivery_fault_id: id } }) {
    stage.pacer.sync(cell)
    return deliveryFaultView(peek(cell.world, (tx) => deliveryFaultOrThrow(tx, id)))
  },

  async deleteDeliveryFault({ stage, cell, path: { delivery_fault_id: id } }) {
    await stage.pacer.run(cell, (tx) => tx.remove(deliveryFaults, deliveryFaultOrThrow(tx, id)))
  },
} satisfies Partial<ControlOperations>

function full(): ControlError {
  const most = `This world has ${DELIVERY_FAULTS_MAX} delivery faults, which is as many as it may.`
  return new ControlError(409, `${most} Delete some, or all by DELETE .../delivery-faults.`)
}

function deliveryFaultOrThrow(tx: Tx, id: string): DeliveryFaultRow {
  const fault = /^\d{1,15}$/.test(id) ? tx.first(deliveryFaults.key, { id: Number(id) }) : undefined
  if (fault) return fault
  throw new ControlError(404, `There is no delivery fault ${id.slice(0, 100)}. GET .../delivery-faults tells which there are.`)
}

/** The contract has checked the names; here they get their type. */
function matchOf({ event, ...others }: Schemas['DeliveryMatch']): DeliveryMatch {
  if (event === undefined) return others
  return { ...others, event: typeof event === 'string' ? eventOf(event) : event }
}

function eventOf(name: string): DeliveryEvent {
  const event = deliveryEvents.find((each) => each === name)
  if (event !== undefined) return event
  throw unusable('/match/event', `must be one of: ${deliveryEvents.join(', ')}.`)
}

const EFFECTS = ['duplicate', 'drop', 'reorder'] as const

function effectOf(wish: Schemas['DeliveryEffect']): DeliveryEffect {
  if (typeof wish !== 'string') return { delay: delayOf(wish.delay) }
  const effect = EFFECTS.find((each) => each === wish)
  if (effect !== undefined) return effect
  throw unusable('/effect', `must be one of: ${EFFECTS.join(', ')}; or an object with delay.`)
}

function delayOf(delay: string | number): string | number {
  const ms = readDuration(delay)
  if (ms !== undefined && ms >= 0 && ms <= DELAY_MS_MAX) return delay
  throw unusable(
    '/effect/delay',
    `must be milliseconds or an ISO 8601 duration such as PT5S, not negative and at most P365D; ${JSON.stringify(delay)} is not.`,
  )
}

function deliveryFaultView(fault: DeliveryFaultRow): Schemas['DeliveryFault'] {
  const { id, match, effect, when, must_fire, seen, fired, last_fired_delivery } = fault
  return {
    id,
    match,
    effect,
    when: whenView(when),
    must_fire,
    seen,
    fired,
    last_fired_delivery: last_fired_delivery === 0 ? null : last_fired_delivery,
  }
}
