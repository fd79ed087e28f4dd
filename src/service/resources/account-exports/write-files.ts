import type { Row } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { withPaths } from '../../rules/urls/own-address.ts'
import type { AccountExportRow } from '../../model/account-exports/export.ts'
import { packedSize } from '../../rules/account-exports/packing.ts'
import { campaignLine, campaignRecord } from './sheets/campaigns.ts'
import { contactLine } from './sheets/contacts.ts'
import { eventLine } from './sheets/events.ts'
import { listLine } from './sheets/lists.ts'
import { reportLine } from './sheets/reports.ts'
import { headFor, type SheetLine } from './sheets/sheet.ts'
import { templateLine } from './sheets/templates.ts'
import { type Sheets, type NewFile, exportFiles, type ExportFileRow, bytesOfPart } from '../../model/account-exports/file.ts'

/** The format of each kind of record, and how many are written at a time: about ten milliseconds' worth. */
export const sheets: { readonly [Name in keyof Sheets]: { readonly line: SheetLine<Sheets[Name]>; readonly atOnce: number } } = {
  lists: { line: listLine, atOnce: 1_000 },
  contacts: { line: contactLine, atOnce: 1_000 },
  campaigns: { line: campaignLine, atOnce: 1_000 },
  // Each reads all actions of the recipients of a campaign.
  reports: { line: reportLine, atOnce: 10 },
  events: { line: eventLine, atOnce: 1_000 },
  templates: { line: templateLine, atOnce: 1_000 },
  html: { line: ({ html }) => withPaths(html), atOnce: 1 },
  campaign: { line: campaignRecord, atOnce: 1 },
  content: { line: ({ html }) => withPaths(html), atOnce: 1 },
  bytes: { line: ({ data }) => data, atOnce: 1 },
}

/** Creates a file with its records as they are now. Later changes do not affect it. */
export function beginFile<Name extends keyof Sheets>(
  tx: Tx,
  { id: export_id }: AccountExportRow,
  { path, sheet, columns = [], records }: NewFile<Name>,
): void {
  // A frozen array is not frozen again record by record.
  const frozen = Object.freeze([...records])
  tx.insert(exportFiles, { export_id, path, sheet, columns, records: frozen, written: 0, done: false, parts: [], packed_size: 0 })
}

/** Creates a folder, which may stay empty. */
export function beginFolder(tx: Tx, { id: export_id }: AccountExportRow, path: string): void {
  const nothing = { columns: [], records: [], written: 0, done: true, parts: [], packed_size: 0 }
  tx.insert(exportFiles, { export_id, path, sheet: 'html', ...nothing })
}

/** Writes the next records of a file, as many as can be written at a time. */
export function writeOn(tx: Tx, file: ExportFileRow): ExportFileRow {
  const { line, atOnce } = sheets[file.sheet]
  // A file always has records of its own sheet.
  const write = line as SheetLine<Row>
  const records = file.records.slice(file.written, file.written + atOnce)
  const head = file.written === 0 && file.columns.length > 0 ? headFor(tx, file.columns) : ''
  const part = head + records.map((record) => write(record, file.columns, tx)).join('')
  const written = file.written + records.length
  const done = written === file.records.length
  return tx.put(exportFiles, {
    ...file,
    records: done ? [] : file.records,
    written,
    done,
    parts: [...file.parts, part],
    packed_size: file.packed_size + packedSize(bytesOfPart(file, part).length),
  })
}
