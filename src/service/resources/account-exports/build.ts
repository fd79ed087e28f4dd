import type { Seconds } from '../../../kernel/support/time.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { campaigns, isSent } from '../../model/campaigns/campaign.ts'
import { campaignContents } from '../../model/campaigns/content.ts'
import { isAutomationEmail } from '../../rules/campaigns/view.ts'
import { phoneContacts } from '../../model/contacts/contact.ts'
import { events } from '../../model/events/event.ts'
import { fileContents, files, nameInUrl } from '../../model/files/file.ts'
import { lists } from '../../model/lists/list.ts'
import { findMemberSchema, members } from '../../model/members/member.ts'
import { templates } from '../../model/templates/template.ts'
import {
  type AccountExportRow,
  accountExports,
  type ExportStage,
  exportFiles,
  type Sheets,
  type NewFile,
  type ExportFileRow,
  bytesOfPart,
} from '../../model/account-exports/export.ts'
import { accountExportMachine } from '../../model/account-exports/machine.ts'
import { zipSize, packedSize } from '../../rules/account-exports/packing.ts'
import {
  campaignColumns,
  campaignLine,
  campaignRecord,
  listColumns,
  listLine,
  eventColumns,
  eventLine,
  templateColumns,
  templateLine,
} from './sheets/records.ts'
import { contactColumns, contactLine } from './sheets/contacts.ts'
import { reportColumns, reportLine } from './sheets/reports.ts'
import type { Row } from '../../../kernel/world/table.ts'
import { withPaths } from '../../rules/urls/own-address.ts'
import { headFor, type SheetLine } from './sheets/sheet.ts'

/** The format of each kind of record, and how many are written at a time: about ten milliseconds' worth. */
const sheets: { readonly [Name in keyof Sheets]: { readonly line: SheetLine<Sheets[Name]>; readonly atOnce: number } } = {
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
function beginFile<Name extends keyof Sheets>(
  tx: Tx,
  { id: export_id }: AccountExportRow,
  { path, sheet, columns = [], records }: NewFile<Name>,
): void {
  // A frozen array is not frozen again record by record.
  const frozen = Object.freeze([...records])
  tx.insert(exportFiles, { export_id, path, sheet, columns, records: frozen, written: 0, done: false, parts: [], packed_size: 0 })
}

/** Creates a folder, which may stay empty. */
function beginFolder(tx: Tx, { id: export_id }: AccountExportRow, path: string): void {
  const nothing = { columns: [], records: [], written: 0, done: true, parts: [], packed_size: 0 }
  tx.insert(exportFiles, { export_id, path, sheet: 'html', ...nothing })
}

/** Writes the next records of a file, as many as can be written at a time. */
function writeOn(tx: Tx, file: ExportFileRow): ExportFileRow {
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

/** Whether something is recent enough for the export. */
type IsYoung = (at: Seconds) => boolean

/** Creates the files of each stage. */
const stages: { readonly [Stage in ExportStage]: (tx: Tx, row: AccountExportRow, isYoung: IsYoung) => void } = {
  // Contacts are exported whatever their age.
  audiences: (tx, row) => {
    const all = tx.range(lists.byCreation).all()
    beginFile(tx, row, { path: 'audiences/audiences.csv', sheet: 'lists', columns: Object.keys(listColumns), records: all })
    for (const { id } of all) {
      const columns = contactColumns(findMemberSchema(tx, id).merge_fields.map(({ tag }) => tag))
      const people = [tx.range(members.onList, { list_id: id }).all(), tx.range(phoneContacts.byCreation, { list_id: id }).all()]
      beginFile(tx, row, { path: `audiences/${id}.csv`, sheet: 'contacts', columns, records: people.flat() })
    }
  },

  // The age of a campaign counts from its send; one that was cancelled has no send time.
  campaigns: (tx, row, isYoung) => {
    const records = tx
      .range(campaigns.bySendTime)
      .all()
      .filter((campaign) => !isSent(campaign) || isYoung(campaign.send_time))
    beginFile(tx, row, { path: 'campaigns/campaigns.csv', sheet: 'campaigns', columns: Object.keys(campaignColumns), records })
    for (const campaign of records) {
      if (isAutomationEmail(campaign)) continue
      const path = `campaigns/${campaign.id}`
      beginFile(tx, row, { path: `${path}.json`, sheet: 'campaign', records: [campaign] })
      const content = tx.first(campaignContents.key, { campaign_id: campaign.id })
      if (content && content.html !== '') beginFile(tx, row, { path: `${path}.html`, sheet: 'content', records: [content] })
    }
  },

  events: (tx, row, isYoung) => {
    const records = tx
      .range(events.key)
      .all()
      .filter(({ created_at }) => isYoung(created_at))
    beginFile(tx, row, { path: 'events/events.csv', sheet: 'events', columns: Object.keys(eventColumns), records })
  },

  // A file is named by its id as well, since several files can have the same name.
  gallery_files: (tx, row, isYoung) => {
    for (const file of tx.range(files.key).all()) {
      const content = tx.first(fileContents.key, { hash: file.content })
      if (!content || !isYoung(file.created_at)) continue
      beginFile(tx, row, { path: `gallery_files/${file.id}-${nameInUrl(file)}`, sheet: 'bytes', records: [content] })
    }
  },

  reports: (tx, row, isYoung) => {
    const records = tx
      .range(campaigns.bySendTime)
      .all()
      .filter((campaign) => isSent(campaign) && isYoung(campaign.send_time))
    beginFile(tx, row, { path: 'reports/reports.csv', sheet: 'reports', columns: reportColumns, records })
  },

  templates: (tx, row, isYoung) => {
    const records = tx
      .range(templates.key)
      .all()
      .filter(({ date_created }) => isYoung(date_created))
    beginFile(tx, row, { path: 'templates/templates.csv', sheet: 'templates', columns: Object.keys(templateColumns), records })
    for (const template of records)
      beginFile(tx, row, { path: `templates/${template.id}.html`, sheet: 'html', records: [template] })
  },
}

/** Captures the records to be exported. */
export function beginExport(tx: Tx, id: string): void {
  const row = tx.first(accountExports.key, { id: Number(id) })
  if (!row) return
  const { since = Number.NEGATIVE_INFINITY } = row
  for (const stage of row.stages) {
    beginFolder(tx, row, `${stage}/`)
    stages[stage](tx, row, (at) => at > since)
  }
  tx.schedule('account-exports.write', 0, id)
}

/** Writes the next part. An account may be large, so other calls are served between the parts. */
export function writeExport(tx: Tx, id: string): void {
  const row = tx.first(accountExports.key, { id: Number(id) })
  if (!row) return
  for (let turn = 0; turn < FILES_PER_JOB; turn++) {
    const file = tx.range(exportFiles.byProgress, { export_id: row.id, done: false }).first()
    if (!file) {
      const written = tx.range(exportFiles.byCreation, { export_id: row.id }).all()
      makeMove(tx, accountExportMachine, row, 'finish', { finished: tx.now, size_in_bytes: zipSize(written) })
      return
    }
    if (!writeOn(tx, file).done) break
  }
  tx.schedule('account-exports.write', 0, id)
}

/** Number of small files that are written at a time. */
const FILES_PER_JOB = 20
