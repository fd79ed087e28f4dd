import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'

/** A part of the account that can be exported. */
export type ExportStage = ServiceSchemas['ExportStage']

/** An export of the account's data. */
export interface AccountExportRow extends Row {
  readonly id: number
  readonly status: 'running' | 'finished'
  /** The requested stages, without duplicates. */
  readonly stages: readonly ExportStage[]
  /** Only newer records are exported; all of them if it is missing. */
  readonly since?: Seconds
  readonly started: Seconds
  /** 0 while it runs. */
  readonly finished: Seconds
  readonly size_in_bytes: number
}

export const accountExports = defineTable<AccountExportRow>()('account_exports', {
  key: ['id'],
  indexes: { byStatus: ['status'] },
  word: 'account_export',
  parameters: ['export_id'],
  hiddenBecause: (tx: ReadTx, row) =>
    isPast(tx, row) ? 'It was finished more than ninety days ago: the API no longer shows it.' : undefined,
})

/** How long a finished export is listed and its file can be downloaded. */
export const KEPT_S: Seconds = 90 * 86_400

/** Whether an export has expired. */
export function isPast(tx: ReadTx, { status, finished }: AccountExportRow): boolean {
  return status === 'finished' && tx.now >= finished + KEPT_S
}

/** Returns the export with an id. Throws a 404 if there is none. */
export function exportOrThrow(tx: ReadTx, id: string): AccountExportRow {
  const found = /^\d{1,15}$/.test(id) ? tx.first(accountExports.key, { id: Number(id) }) : undefined
  return found && !isPast(tx, found) ? found : refuseMissing('there is no export', id)
}

/** The path of the file of an export, below the URL of its world. */
export function filePath({ id }: Pick<AccountExportRow, 'id'>): string {
  return `/_files/export-${id}.zip`
}
