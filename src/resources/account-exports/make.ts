import { durationMs } from '../settings.ts'
import type { Seconds } from '../../support/time.ts'
import { createInState } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { accountExports, isPast, type AccountExportRow, type ExportStage } from './export.ts'
import { exportFiles } from './file.ts'
import { accountExportMachine } from './machine.ts'

/** What a new export is to hold: the stages, and only what is younger than an instant, where one is given. */
export interface NewAccountExport {
  readonly stages: readonly ExportStage[]
  readonly since?: Seconds | undefined
}

/** Begins an export. It holds what the account holds when it is finished, which it is after a while. */
export function makeAccountExport(tx: Tx, { stages, since }: NewAccountExport): AccountExportRow {
  dropPastFiles(tx)
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

/** Files that nobody can fetch any more take up room. */
function dropPastFiles(tx: Tx): void {
  for (const row of tx.range(accountExports.key).all())
    if (isPast(tx, row) && tx.range(exportFiles.byCreation, { export_id: row.id }).count > 0)
      tx.removeAll(exportFiles.byCreation, { export_id: row.id })
}
