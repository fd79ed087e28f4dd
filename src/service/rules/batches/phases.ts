import { makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { batches, batchOrders } from '../../model/batches/batch.ts'
import { isHeld } from './hold.ts'
import { batchMachine } from './machine.ts'

/** Ends each phase except the one in which operations run. A batch that was deleted meanwhile, or that a fault holds, is skipped. */
export const batchPhases = {
  'batches.prepare': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (batch && !isHeld(tx, batch, 'batches.prepare')) makeMove(tx, batchMachine, batch, 'prepare')
  },

  'batches.start': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (!batch || isHeld(tx, batch, 'batches.start')) return
    makeMove(tx, batchMachine, batch, 'start')
  },

  'batches.finish': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (!batch || isHeld(tx, batch, 'batches.finish')) return
    tx.removeAll(batchOrders.key, { batch_id: id })
    makeMove(tx, batchMachine, batch, 'finish')
  },
}
