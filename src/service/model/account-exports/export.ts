import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import type { CampaignRow } from '../campaigns/campaign.ts'
import type { CampaignContentRow } from '../campaigns/content.ts'
import type { ContactRow } from '../contacts/contact.ts'
import type { EventRow } from '../events/event.ts'
import type { FileContentRow } from '../files/file.ts'
import type { ListRow } from '../lists/list.ts'
import type { TemplateRow } from '../templates/template.ts'

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
export const KEPT_S: Seconds = 90 * DAY_S

/** Whether an export has expired. */
export function isPast(tx: ReadTx, { status, finished }: AccountExportRow): boolean {
  return status === 'finished' && tx.now >= finished + KEPT_S
}

export function exportOrThrow(tx: ReadTx, id: string): AccountExportRow {
  const found = /^\d{1,15}$/.test(id) ? tx.first(accountExports.key, { id: Number(id) }) : undefined
  return found && !isPast(tx, found) ? found : refuseMissing('there is no export', id)
}

/** The path of the file of an export, below the URL of its world. */
export function filePath({ id }: Pick<AccountExportRow, 'id'>): string {
  return `/_files/export-${id}.zip`
}

/** The records of the files of an export, by their format. */
export interface Sheets {
  readonly lists: ListRow
  readonly contacts: ContactRow
  readonly campaigns: CampaignRow
  readonly reports: CampaignRow
  readonly events: EventRow
  readonly templates: TemplateRow
  readonly html: TemplateRow
  readonly campaign: CampaignRow
  readonly content: CampaignContentRow
  readonly bytes: FileContentRow
}

/** The bytes of a written part of a file. Files of the file manager are written in base64. */
export function bytesOfPart({ sheet }: Pick<ExportFileRow, 'sheet'>, part: string): Uint8Array {
  return sheet === 'bytes' ? Buffer.from(part, 'base64') : new TextEncoder().encode(part)
}

/** A file of an export: its records, and the parts of it that have been written. */
export interface ExportFileRow extends Row {
  readonly export_id: number
  readonly path: string
  readonly sheet: keyof Sheets
  /** The names of its columns; empty if it is not a table. */
  readonly columns: readonly string[]
  /** The records as of the creation of the export; empty once they are written. */
  readonly records: readonly Row[]
  readonly written: number
  readonly done: boolean
  /** The written parts, and their size in a zip. */
  readonly parts: readonly string[]
  readonly packed_size: number
}

export const exportFiles = defineTable<ExportFileRow>()('account_export_files', {
  key: ['export_id', 'path'],
  indexes: { byCreation: ['export_id'], byProgress: ['export_id', 'done'] },
})

export interface NewFile<Name extends keyof Sheets> {
  readonly path: string
  readonly sheet: Name
  readonly columns?: readonly string[]
  readonly records: readonly Sheets[Name][]
}
