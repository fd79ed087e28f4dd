import { durationMs } from '../../../kernel/contract/settings.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { checkInstant } from '../../rules/requests/instants.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import {
  accountExports,
  exportOrThrow,
  isPast,
  type AccountExportRow,
  filePath,
  KEPT_S,
  type ExportStage,
  exportFiles,
} from '../../model/account-exports/export.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { signedUrl } from '../../rules/urls/signed-url.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import { accountExportMachine } from '../../model/account-exports/machine.ts'

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

/** Renders an export. It has no download URL until it is finished. */
function exportView(tx: ReadTx, row: AccountExportRow): ServiceSchemas['AccountExport'] {
  return {
    export_id: row.id,
    started: timestamp(row.started),
    ...(row.status === 'finished' ? { finished: timestamp(row.finished) } : {}),
    size_in_bytes: row.size_in_bytes,
    ...(row.status === 'finished' ? { download_url: signDownloadUrl(tx, row) } : {}),
    _links: renderLinks(tx, 'AccountExport', { export_id: row.id }),
  }
}

/** The URL stays the same for as long as it is valid. */
function signDownloadUrl(tx: ReadTx, row: AccountExportRow): string {
  return signedUrl(tx, filePath(row), (row.finished + KEPT_S) * 1000 - tx.nowMs)
}

/** The stages of a new export, and optionally the instant since which records are exported. */
interface NewAccountExport {
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
