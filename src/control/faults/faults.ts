import type { Schemas } from '../../contract/control.ts'
import { insertFault, InvalidFaultError, type FaultRow, faults } from '../../faults/definition.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { isoMillis } from '../../support/time.ts'
import type { When } from '../../support/when.ts'
import { peek, type Tx } from '../../world/tx.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError, unusable } from '../errors.ts'

/** A fault that cannot be, as the control API refuses it; `all` is the path at which all of its kind can be deleted. */
export function refusedFault(error: unknown, all: 'faults' | 'delivery-faults'): unknown {
  if (!(error instanceof InvalidFaultError)) return error
  const { message, pointer } = error
  if (pointer !== undefined) return unusable(pointer, message)
  return new ControlError(409, `${message} Delete some, or all by DELETE .../${all}.`)
}

/** Shows when a fault has its way. */
export function whenView({ until, ...others }: When): Schemas['FaultWhen'] {
  return until === undefined ? others : { ...others, until: isoMillis(until) }
}

/** So many are shown when nothing is said. */
const FAULTS_SHOWN = 100

export const faultOperations = {
  getFaults({ stage, handle, query: { unfired, limit = FAULTS_SHOWN, offset = 0 } }) {
    stage.pacer.sync(handle)
    const all = peek(handle.world, (tx) => tx.range(faults.key).all())
    const found = unfired ? all.filter((fault) => isUnfired(handle, fault)) : all
    return { faults: found.slice(offset, offset + limit).map((fault) => faultView(handle, fault)), total: found.length }
  },

  async createFault({ stage, handle, body }) {
    stage.pacer.sync(handle)
    try {
      return faultView(handle, await stage.pacer.run(handle, (tx) => insertFault(tx, body)))
    } catch (error) {
      throw refusedFault(error, 'faults')
    }
  },

  async deleteFaults({ stage, handle }) {
    if (peek(handle.world, (tx) => tx.range(faults.key).count) === 0) return
    await stage.pacer.run(handle, (tx) => tx.removeAll(faults.key, {}))
  },

  getFault({ stage, handle, path: { fault_id: id } }) {
    stage.pacer.sync(handle)
    return faultView(
      handle,
      peek(handle.world, (tx) => faultOrThrow(tx, id)),
    )
  },

  async deleteFault({ stage, handle, path: { fault_id: id } }) {
    await stage.pacer.run(handle, (tx) => tx.remove(faults, faultOrThrow(tx, id)))
  },
} satisfies Partial<ControlOperations>

function isUnfired({ log }: WorldHandle, fault: FaultRow): boolean {
  return fault.must_fire && log.faults.of(fault).fired === 0
}

function faultOrThrow(tx: Tx, id: string): FaultRow {
  const fault = /^\d{1,15}$/.test(id) ? tx.first(faults.key, { id: Number(id) }) : undefined
  if (fault) return fault
  throw new ControlError(404, `There is no fault ${id.slice(0, 100)}. GET .../faults tells which there are.`)
}

function faultView({ log }: WorldHandle, fault: FaultRow): Schemas['Fault'] {
  const { id, match, when, effect, stage, must_fire } = fault
  const { seen, fired, last_fired_request } = log.faults.of(fault)
  return {
    id,
    match,
    when: whenView(when),
    effect,
    stage,
    must_fire,
    seen,
    fired,
    last_fired_request: last_fired_request === '' ? null : last_fired_request,
  }
}
