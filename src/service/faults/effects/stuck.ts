import { durationMs } from '../../../kernel/contract/settings.ts'
import { readDuration } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { batches, type BatchRow } from '../../model/batches/batch.ts'
import { holdBatch } from '../../rules/batches/hold.ts'
import { quoteValue } from '../mistakes.ts'
import type { EffectKind } from './effect.ts'

/** Holds the batch that a call creates in a phase. */
export const stuck: EffectKind<'stuck'> = {
  additions: {},
  operations: ['createBatch'],

  *check({ for: length }) {
    if (length === undefined || readDuration(length) !== undefined) return
    const message = `must be milliseconds or an ISO 8601 duration such as PT7H; ${quoteValue(length)} is not.`
    yield { pointer: '/effect/stuck/for', message }
  },

  onCall: ({ phase, for: length }, { id }) => ({
    acts: 'within',
    name: 'stuck',
    changesAnswer: false,
    around(tx, run, { noteActed }) {
      const before = newestBatch(tx)
      const result = run()
      const batch = newestBatch(tx)
      if (batch && batch.id !== before?.id) {
        holdBatch(tx, batch, { phase, lasts: length === undefined ? null : durationMs(length), fault_id: id })
        noteActed()
      }
      return result
    },
  }),
}

function newestBatch(tx: ReadTx): BatchRow | undefined {
  const all = tx.range(batches.bySubmission)
  return all.part(all.count - 1, all.count).first()
}
