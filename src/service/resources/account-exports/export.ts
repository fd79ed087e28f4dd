import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../answers/errors.ts'
import { linksOf } from '../answers/links.ts'
import { signedUrl } from '../urls/signed-url.ts'

/** A part of the account that can be exported. */
export type ExportStage = ServiceSchemas['ExportStage']

/** An export of the account's data. */
export interface AccountExportRow {
  readonly seq: number
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

export const accountExports = defineTable<AccountExportRow>()('account_exports', { key: ['id'], byStatus: ['status'] })

/** How long a finished export is listed and its file can be downloaded. */
const KEPT_S: Seconds = 90 * 86_400

/** Whether an export has expired. */
export function isPast(tx: Tx, { status, finished }: AccountExportRow): boolean {
  return status === 'finished' && tx.now >= finished + KEPT_S
}

/** Returns the export with an id. Throws a 404 if there is none. */
export function exportOrThrow(tx: Tx, id: string): AccountExportRow {
  const found = /^\d{1,15}$/.test(id) ? tx.first(accountExports.key, { id: Number(id) }) : undefined
  if (!found || isPast(tx, found)) throw errors.notFound(`there is no export ${id.slice(0, 64)}`)
  return found
}

/** The path of the file of an export, below the URL of its world. */
export function filePath({ id }: Pick<AccountExportRow, 'id'>): string {
  return `/_files/export-${id}.zip`
}

/** Renders an export. It has no download URL until it is finished. */
export function exportView(tx: Tx, row: AccountExportRow): ServiceSchemas['AccountExport'] {
  return {
    export_id: row.id,
    started: timestamp(row.started),
    ...(row.status === 'finished' ? { finished: timestamp(row.finished) } : {}),
    size_in_bytes: row.size_in_bytes,
    ...(row.status === 'finished' ? { download_url: downloadUrlOf(tx, row) } : {}),
    _links: linksOf(tx, 'AccountExport', { export_id: row.id }),
  }
}

/** The URL stays the same for as long as it is valid. */
function downloadUrlOf(tx: Tx, row: AccountExportRow): string {
  return signedUrl(tx, filePath(row), (row.finished + KEPT_S) * 1000 - tx.nowMs)
}
