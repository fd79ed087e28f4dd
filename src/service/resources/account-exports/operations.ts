import { durationMs } from '../../../kernel/contract/settings.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { checkInstant } from '../../rules/requests/instants.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { accountExports, exportOrThrow, isPast } from '../../model/account-exports/export.ts'
import { exportView } from './view.ts'
import { makeAccountExport } from './make.ts'

export const accountExportOperations = {
  getAccountExports: listRows({
    schema: 'AccountExportCollection',
    rows(tx) {
      const all = tx.range(accountExports.key)
      // Exports are finished one after the other, so the expired ones come first.
      const past = all.countWhile((row) => isPast(tx, row))
      return all.part(past, all.count)
    },
    newestFirstByDefault: true,
    view: exportView,
    answer: (page) => ({ exports: page }),
  }),

  createAccountExport({ tx, body: { include_stages: stages, since_timestamp: since } }) {
    const begun = since === undefined ? undefined : checkInstant('since_timestamp', since)
    refuseIfTooSoon(tx)
    return exportView(tx, makeAccountExport(tx, { stages, since: begun }))
  },

  getAccountExport: ({ tx, path }) => exportView(tx, exportOrThrow(tx, path.export_id)),
} satisfies Partial<Operations>

/** Only one export runs at a time, and the next one may start only a while after the last. */
function refuseIfTooSoon(tx: ReadTx): void {
  const last = tx.range(accountExports.key).sliceFromEnd(0, 1)[0]
  if (!last) return
  if (last.status === 'running') throw errors.exportInProgress(last.id)
  const next = last.finished + Math.ceil(durationMs(tx.settings.exports.interval) / 1000)
  if (tx.now < next) throw errors.tooManyExports(timestamp(next))
}
