import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { campaigns, isSent } from '../campaigns/campaign.ts'
import { phoneContacts } from '../contacts/phone-contact.ts'
import { events } from '../events/event.ts'
import { lists } from '../lists/list.ts'
import { members } from '../members/member.ts'
import { shapeOf } from '../shapes/shape.ts'
import { templates } from '../templates/template.ts'
import type { AccountExportRow, ExportStage } from './export.ts'
import { beginFile, beginFolder } from './file.ts'
import { campaignColumns } from './sheets/campaigns.ts'
import { contactColumns } from './sheets/contacts.ts'
import { eventColumns } from './sheets/events.ts'
import { listColumns } from './sheets/lists.ts'
import { reportColumns } from './sheets/reports.ts'
import { templateColumns } from './sheets/templates.ts'

/** Whether something is younger than what was asked for. */
type IsYoung = (at: Seconds) => boolean

/** Begins the files of each stage. */
const stages: { readonly [Stage in ExportStage]: (tx: Tx, row: AccountExportRow, isYoung: IsYoung) => void } = {
  // However old, people are exported in any case.
  audiences: (tx, row) => {
    const all = tx.range(lists.byCreation).all()
    beginFile(tx, row, { path: 'audiences/audiences.csv', sheet: 'lists', columns: Object.keys(listColumns), records: all })
    for (const { id } of all) {
      const columns = contactColumns(shapeOf(tx, id).merge_fields.map(({ tag }) => tag))
      const people = [tx.range(members.onList, { list_id: id }).all(), tx.range(phoneContacts.byCreation, { list_id: id }).all()]
      beginFile(tx, row, { path: `audiences/${id}.csv`, sheet: 'contacts', columns, records: people.flat() })
    }
  },

  // A campaign comes into being when it is sent; one that was cancelled before has no such time.
  campaigns: (tx, row, isYoung) => {
    const records = tx
      .range(campaigns.bySendTime)
      .all()
      .filter((campaign) => !isSent(campaign) || isYoung(campaign.send_time))
    beginFile(tx, row, { path: 'campaigns/campaigns.csv', sheet: 'campaigns', columns: Object.keys(campaignColumns), records })
  },

  events: (tx, row, isYoung) => {
    const records = tx
      .range(events.key)
      .all()
      .filter(({ created_at }) => isYoung(created_at))
    beginFile(tx, row, { path: 'events/events.csv', sheet: 'events', columns: Object.keys(eventColumns), records })
  },

  // The world has no file manager.
  gallery_files: () => {},

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

/** Begins all files of an export: a folder for each stage, and what is in it. */
export function beginFiles(tx: Tx, row: AccountExportRow): void {
  const { since = Number.NEGATIVE_INFINITY } = row
  for (const stage of row.stages) {
    beginFolder(tx, row, `${stage}/`)
    stages[stage](tx, row, (at) => at > since)
  }
}
