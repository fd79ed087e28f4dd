import { Defect } from '../../../kernel/world/errors.ts'
import { defineMachine } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { emit } from '../resource-events.ts'
import { batches, type BatchRow, isNext, phaseMs } from '../../model/batches/batch.ts'
import { startNextBatch } from './view.ts'

export type BatchMove = 'prepare' | 'start' | 'finalize' | 'finish'

/** The state machine of a batch. Jobs end its phases. */
export const batchMachine = defineMachine<BatchRow, BatchMove>(batches, {
  name: 'batch',
  states: { pending: 'initial', preprocessing: 'reached', started: 'reached', finalizing: 'reached', finished: 'reached' },
  moves: {
    prepare: { from: ['pending'], to: 'preprocessing' },
    start: { from: ['preprocessing'], to: 'started', sets: ({ operations }) => ({ total_operations: operations }) },
    finalize: { from: ['started'], to: 'finalizing' },
    finish: { from: ['finalizing'], to: 'finished', sets: (_batch, now) => ({ completed_at: now }) },
  },
  // Only jobs make moves, and they check the status first.
  refuse: ({ id, status }, move) => new Defect(`The batch ${id} is ${status}: it cannot ${move}.`),
  follows: (status) => ({ open: status !== 'finished' }),
  changed: (tx, batch) => entered[batch.status](tx, batch),
})

const entered: { readonly [Status in BatchRow['status']]: (tx: Tx, batch: BatchRow) => void } = {
  pending: (tx, batch) => {
    if (isNext(tx, batch)) startNextBatch(tx)
  },
  preprocessing: (tx, { id, status }) => tx.schedule('batches.start', phaseMs(tx.settings, status), id),
  started: (tx, { id, status }) => tx.schedule('batches.operate', phaseMs(tx.settings, status), id),
  finalizing: (tx, { id, status }) => tx.schedule('batches.finish', phaseMs(tx.settings, status), id),
  finished: (tx, batch) => {
    emit(tx, 'batch.finished', { batch })
    startNextBatch(tx)
  },
}
