import { durationMs } from '../../../kernel/contract/settings.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { accountExports, isPast, type AccountExportRow, type ExportStage } from '../../model/account-exports/export.ts'
import { exportFiles } from '../../model/account-exports/file.ts'
import { accountExportMachine } from '../../model/account-exports/machine.ts'

/** The stages of a new export, and optionally the instant since which records are exported. */
export interface NewAccountExport {
  readonly stages: readonly ExportStage[]
  readonly since?: Seconds | undefined
}

/** Starts an export. It takes a while, and contains the data of the account at its end. */
export function makeAccountExport(tx: Tx, { stages, since }: NewAccountExport): AccountExportRow {
  removePastFiles(tx)
  const row = createInState(tx, accountExportMachine, {
    id: tx.count('account_exports.id'),
    status: 'running',
    stages: [...new Set(stages)],
    ...(since === undefined ? {} : { since }),
    started: tx.now,
    finished: 0,
    size_in_bytes: 0,
  })
  tx.schedule('account-exports.begin', durationMs(tx.settings.exports.build), String(row.id))
  return row
}

/** Removes the files of expired exports. */
function removePastFiles(tx: Tx): void {
  for (const row of tx.range(accountExports.key).all())
    if (isPast(tx, row) && tx.range(exportFiles.byCreation, { export_id: row.id }).count > 0)
      tx.removeAll(exportFiles.byCreation, { export_id: row.id })
}
