import type { Seconds } from '../../../kernel/support/time.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { campaigns, isSent } from '../../model/campaigns/campaign.ts'
import { campaignContents } from '../../model/campaigns/content.ts'
import { isAutomationEmail } from '../../rules/campaigns/view.ts'
import { phoneContacts } from '../../model/contacts/phone-contact.ts'
import { events } from '../../model/events/event.ts'
import { fileContents, files, nameInUrl } from '../../model/files/file.ts'
import { lists } from '../../model/lists/list.ts'
import { findMemberSchema } from '../../model/members/member-schema.ts'
import { members } from '../../model/members/member.ts'
import { templates } from '../../model/templates/template.ts'
import { type AccountExportRow, accountExports, type ExportStage } from '../../model/account-exports/export.ts'
import { beginFile, beginFolder, writeOn } from './write-files.ts'
import { exportFiles } from '../../model/account-exports/file.ts'
import { accountExportMachine } from '../../model/account-exports/machine.ts'
import { zipSize } from '../../rules/account-exports/packing.ts'
import { campaignColumns } from './sheets/campaigns.ts'
import { contactColumns } from './sheets/contacts.ts'
import { eventColumns } from './sheets/events.ts'
import { listColumns } from './sheets/lists.ts'
import { reportColumns } from './sheets/reports.ts'
import { templateColumns } from './sheets/templates.ts'

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

/** Creates all files of an export: a folder for each stage, and its files. */
export function beginFiles(tx: Tx, row: AccountExportRow): void {
  const { since = Number.NEGATIVE_INFINITY } = row
  for (const stage of row.stages) {
    beginFolder(tx, row, `${stage}/`)
    stages[stage](tx, row, (at) => at > since)
  }
}

/** Captures the records to be exported. */
export function beginExport(tx: Tx, id: string): void {
  const row = tx.first(accountExports.key, { id: Number(id) })
  if (!row) return
  beginFiles(tx, row)
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
