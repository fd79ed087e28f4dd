import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { type ReadTx, type Tx, peek } from '../../../kernel/world/tx.ts'
import { InvalidFaultError } from '../../../service/faults/mistakes.ts'
import {
  outageOrThrow,
  type OutageRow,
  outages,
  findOutageFaults,
  UnknownOutageError,
} from '../../../service/model/faults/fault.ts'
import { endOutage, startOutage } from '../../../service/faults/definition.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { ControlContext, ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'

export const outageOperations = {
  getOutages({ context, handle }) {
    context.scheduler.sync(handle)
    const all = peek(handle.world, (tx) =>
      tx
        .range(outages.key)
        .all()
        .map((outage) => outageView(tx, outage)),
    )
    return { outages: all, total: all.length }
  },

  startOutage({ context, handle, path: { outage } }) {
    return changed(context, handle, outage, startOutage)
  },

  endOutage({ context, handle, path: { outage } }) {
    return changed(context, handle, outage, endOutage)
  },
} satisfies Partial<ControlOperations>

/** Starts or ends an outage, and returns it afterwards. */
async function changed(
  { scheduler }: ControlContext,
  handle: WorldHandle,
  name: string,
  change: (tx: Tx, outage: OutageRow) => boolean,
): Promise<ControlSchemas['Outage']> {
  scheduler.sync(handle)
  try {
    return await scheduler.run(handle, (tx) => {
      const outage = outageOrThrow(tx, name)
      change(tx, outage)
      return outageView(tx, outage)
    })
  } catch (error) {
    if (error instanceof UnknownOutageError) throw new ControlError(404, error.message)
    if (error instanceof InvalidFaultError) throw new ControlError(409, error.message)
    throw error
  }
}

function outageView(tx: ReadTx, outage: OutageRow): ControlSchemas['Outage'] {
  const { calls, deliveries } = findOutageFaults(tx, outage)
  return {
    outage: outage.id,
    active: calls.length + deliveries.length > 0,
    faults: calls.map(({ id }) => id),
    delivery_faults: deliveries.map(({ id }) => id),
    consists_of: [...outage.consists_of],
  }
}
