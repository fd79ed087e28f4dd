import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { type FaultRow, faults } from '../../../service/model/faults/fault.ts'
import { insertFault, removeFault } from '../../../service/faults/definition.ts'
import { InvalidFaultError } from '../../../service/faults/mistakes.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { isoMillis, type Millis } from '../../../kernel/support/time.ts'
import { isOver, type When, whenJson, findWindow } from '../../../kernel/support/when.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError, unusableBody } from '../errors.ts'
import { SHOWN } from '../parameters.ts'

/** Converts an invalid fault to an error of the control API. `all` is the path for deleting all faults of the kind. */
export function refusedFault(error: unknown, all: 'faults' | 'delivery-faults'): unknown {
  if (!(error instanceof InvalidFaultError)) return error
  const { message, mistakes } = error
  if (mistakes.length > 0) return unusableBody(mistakes)
  return new ControlError(409, `${message} Delete some, or all with DELETE .../${all}.`)
}

export const faultOperations = {
  getFaults({ context, handle, query: { unfired, limit = SHOWN, offset = 0 } }) {
    context.scheduler.sync(handle)
    const all = peek(handle.world, (tx) => tx.range(faults.key).all())
    const found = unfired ? all.filter((fault) => isUnfired(handle, fault)) : all
    return { faults: found.slice(offset, offset + limit).map((fault) => faultView(handle, fault)), total: found.length }
  },

  async createFault({ context, handle, body }) {
    context.scheduler.sync(handle)
    try {
      return faultView(handle, await context.scheduler.run(handle, (tx) => insertFault(tx, { must_fire: true, ...body })))
    } catch (error) {
      throw refusedFault(error, 'faults')
    }
  },

  async deleteFaults({ context, handle }) {
    if (peek(handle.world, (tx) => tx.range(faults.key).count) === 0) return
    await context.scheduler.run(handle, (tx) => {
      for (const fault of tx.range(faults.key).all()) removeFault(tx, fault)
    })
  },

  getFault({ context, handle, path: { fault_id: id } }) {
    context.scheduler.sync(handle)
    return faultView(
      handle,
      peek(handle.world, (tx) => faultOrThrow(tx, id)),
    )
  },

  async deleteFault({ context, handle, path: { fault_id: id } }) {
    await context.scheduler.run(handle, (tx) => removeFault(tx, faultOrThrow(tx, id)))
  },
} satisfies Partial<ControlOperations>

function isUnfired({ log }: WorldHandle, fault: FaultRow): boolean {
  return fault.must_fire && log.faults.of(fault).fired === 0
}

function faultOrThrow(tx: ReadTx, id: string): FaultRow {
  const fault = /^\d{1,15}$/.test(id) ? tx.first(faults.key, { id: Number(id) }) : undefined
  if (fault) return fault
  throw new ControlError(404, `There is no fault ${id.slice(0, 100)}. GET .../faults lists them.`)
}

function faultView({ log, world }: WorldHandle, fault: FaultRow): ControlSchemas['Fault'] {
  const { id, match, when, effect, stage, must_fire, outage = null } = fault
  const { seen, fired, last_fired_request } = log.faults.of(fault)
  return {
    id,
    match,
    when: whenJson(when),
    effect,
    stage,
    must_fire,
    window: windowView(when, world.clock.now),
    outage,
    used_up: isOver(when, { seen, fired }, world.clock.now),
    seen,
    fired,
    last_fired_request: last_fired_request === '' ? null : last_fired_request,
  }
}

/** The window of a fault of calls or of deliveries. */
export function windowView(when: When, now: Millis): ControlSchemas['FaultWindow'] {
  const window = findWindow(when, now)
  if (!window) return null
  const [from, to] = window
  return { state: now < from ? 'coming' : now < to ? 'active' : 'past', from: isoMillis(from), to: isoMillis(to) }
}
