import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { insertDeliveryFault } from '../../../service/faults/definition.ts'
import { deliveryFaults, type DeliveryFaultRow } from '../../../service/model/deliveries/fault.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import { ControlError } from '../errors.ts'
import { isOver, whenJson } from '../../../kernel/support/when.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { refusedFault, windowView } from './faults.ts'
import type { ControlOperations } from '../context.ts'

/** Default limit. */
const DELIVERY_FAULTS_SHOWN = 100

export const deliveryFaultOperations = {
  getDeliveryFaults({ context, handle, query: { unfired, limit = DELIVERY_FAULTS_SHOWN, offset = 0 } }) {
    context.scheduler.sync(handle)
    const all = peek(handle.world, (tx) => tx.range(deliveryFaults.key).all())
    const found = unfired ? all.filter(({ must_fire, fired }) => must_fire && fired === 0) : all
    return {
      delivery_faults: found.slice(offset, offset + limit).map((fault) => deliveryFaultView(handle, fault)),
      total: found.length,
    }
  },

  async createDeliveryFault({ context, handle, body }) {
    context.scheduler.sync(handle)
    try {
      return deliveryFaultView(
        handle,
        await context.scheduler.run(handle, (tx) => insertDeliveryFault(tx, { must_fire: true, ...body })),
      )
    } catch (error) {
      throw refusedFault(error, 'delivery-faults')
    }
  },

  async deleteDeliveryFaults({ context, handle }) {
    if (peek(handle.world, (tx) => tx.range(deliveryFaults.key).count) === 0) return
    await context.scheduler.run(handle, (tx) => tx.removeAll(deliveryFaults.key, {}))
  },

  getDeliveryFault({ context, handle, path: { delivery_fault_id: id } }) {
    context.scheduler.sync(handle)
    return deliveryFaultView(
      handle,
      peek(handle.world, (tx) => deliveryFaultOrThrow(tx, id)),
    )
  },

  async deleteDeliveryFault({ context, handle, path: { delivery_fault_id: id } }) {
    await context.scheduler.run(handle, (tx) => tx.remove(deliveryFaults, deliveryFaultOrThrow(tx, id)))
  },
} satisfies Partial<ControlOperations>

function deliveryFaultOrThrow(tx: ReadTx, id: string): DeliveryFaultRow {
  const fault = /^\d{1,15}$/.test(id) ? tx.first(deliveryFaults.key, { id: Number(id) }) : undefined
  if (fault) return fault
  throw new ControlError(404, `There is no delivery fault ${id.slice(0, 100)}. GET .../delivery-faults lists them.`)
}

function deliveryFaultView({ world }: WorldHandle, fault: DeliveryFaultRow): ControlSchemas['DeliveryFault'] {
  const { id, match, effect, when, must_fire, outage = null, seen, fired, last_fired_delivery } = fault
  return {
    id,
    match,
    effect,
    when: whenJson(when),
    must_fire,
    window: windowView(when, world.clock.now),
    outage,
    used_up: isOver(when, { seen, fired }, world.clock.now),
    seen,
    fired,
    last_fired_delivery: last_fired_delivery === 0 ? null : last_fired_delivery,
  }
}
