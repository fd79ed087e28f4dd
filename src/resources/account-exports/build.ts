import { take } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { accountExports } from './export.ts'
import { exportFiles, writeOn } from './file.ts'
import { accountExportMachine } from './machine.ts'
import { zipSize } from './packing.ts'
import { beginFiles } from './stages.ts'

/** Takes hold of all that is to be written. */
export function beginExport(tx: Tx, id: string): void {
  const row = tx.first(accountExports.key, { id: Number(id) })
  if (!row) return
  beginFiles(tx, row)
  tx.schedule('account-exports.write', 0, id)
}

/** Writes on, a little at a time, since an account may be large; who calls meanwhile is served in between. */
export function writeExport(tx: Tx, id: string): void {
  const row = tx.first(accountExports.key, { id: Number(id) })
  if (!row) return
  for (let turn = 0; turn < FILES_PER_JOB; turn++) {
    const file = tx.range(exportFiles.byProgress, { export_id: row.id, done: false }).first()
    if (!file) {
      const files = tx.range(exportFiles.byCreation, { export_id: row.id }).all()
      take(tx, accountExportMachine, row, 'finish', { finished: tx.now, size_in_bytes: zipSize(files) })
      return
    }
    if (!writeOn(tx, file).done) break
  }
  tx.schedule('account-exports.write', 0, id)
}

/** Small files are written so many at a time. */
const FILES_PER_JOB = 20
