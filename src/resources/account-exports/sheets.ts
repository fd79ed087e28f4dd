import type { CampaignRow } from '../campaigns/campaign.ts'
import type { ContactRow } from '../contacts/contact.ts'
import type { EventRow } from '../events/event.ts'
import type { ListRow } from '../lists/list.ts'
import type { TemplateRow } from '../templates/template.ts'
import { campaignLine } from './sheets/campaigns.ts'
import { contactLine } from './sheets/contacts.ts'
import { eventLine } from './sheets/events.ts'
import { listLine } from './sheets/lists.ts'
import { reportLine } from './sheets/reports.ts'
import type { Line } from './sheets/sheet.ts'
import { templateLine } from './sheets/templates.ts'

/** What the files of an export are made of, by the way they are written. */
export interface Sheets {
  readonly lists: ListRow
  readonly contacts: ContactRow
  readonly campaigns: CampaignRow
  readonly reports: CampaignRow
  readonly events: EventRow
  readonly templates: TemplateRow
  readonly html: TemplateRow
}

/** How each kind of record is written, and how many of them at a time: about ten milliseconds' worth. */
export const sheets: { readonly [Name in keyof Sheets]: { readonly line: Line<Sheets[Name]>; readonly atOnce: number } } = {
  lists: { line: listLine, atOnce: 1_000 },
  contacts: { line: contactLine, atOnce: 1_000 },
  campaigns: { line: campaignLine, atOnce: 1_000 },
  // Each looks at everything that the recipients of a campaign did.
  reports: { line: reportLine, atOnce: 10 },
  events: { line: eventLine, atOnce: 1_000 },
  templates: { line: templateLine, atOnce: 1_000 },
  html: { line: ({ html }) => html, atOnce: 1 },
}
