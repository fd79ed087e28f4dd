import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { CampaignRow } from '../campaigns/campaign.ts'
import type { CampaignContentRow } from '../campaigns/content.ts'
import type { ContactRow } from '../contacts/contact.ts'
import type { EventRow } from '../events/event.ts'
import type { FileContentRow } from '../files/file.ts'
import type { ListRow } from '../lists/list.ts'
import type { TemplateRow } from '../templates/template.ts'

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
