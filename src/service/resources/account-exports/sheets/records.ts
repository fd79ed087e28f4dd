import { timestamp } from '../../../../kernel/support/time.ts'
import type { ListRow } from '../../../model/lists/list.ts'
import { makeSheetLine, type Columns, type SheetLine } from './sheet.ts'
import { routes } from '../../../../kernel/contract/service.ts'
import { chooseWords } from '../../../vocabulary/words.ts'
import type { CampaignRow } from '../../../model/campaigns/campaign.ts'
import { campaignView } from '../../../rules/campaigns/view.ts'
import type { EventRow } from '../../../model/events/event.ts'
import { members } from '../../../model/members/member.ts'
import type { TemplateRow } from '../../../model/templates/template.ts'

/** The columns of the overview of audiences. */
export const listColumns: Columns<ListRow> = {
  list_id: ({ id }) => id,
  web_id: ({ web_id }) => web_id,
  name: ({ name }) => name,
  company: ({ contact }) => contact.company,
  permission_reminder: (list) => list.permission_reminder,
  from_name: ({ campaign_defaults }) => campaign_defaults.from_name,
  from_email: ({ campaign_defaults }) => campaign_defaults.from_email,
  subject: ({ campaign_defaults }) => campaign_defaults.subject,
  language: ({ campaign_defaults }) => campaign_defaults.language,
  visibility: ({ visibility }) => visibility,
  double_optin: ({ double_optin }) => double_optin,
  date_created: ({ date_created }) => timestamp(date_created),
}

export const listLine = makeSheetLine(listColumns)

export const campaignColumns: Columns<CampaignRow> = {
  campaign_id: ({ id }) => id,
  web_id: ({ web_id }) => web_id,
  list_id: ({ list_id }) => list_id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  title: ({ title }) => title,
  subject_line: ({ subject_line }) => subject_line,
  preview_text: ({ preview_text }) => preview_text,
  from_name: ({ from_name }) => from_name,
  from_email: ({ from_email }) => from_email,
  send_time: ({ send_time }) => timestamp(send_time),
  emails_sent: ({ emails_sent }) => emails_sent,
  emails_canceled: ({ emails_canceled }) => emails_canceled,
}

export const campaignLine = makeSheetLine(campaignColumns)

/**
 * A campaign as the API shows it, in JSON. Addresses of this world are paths, so that the size of an export does not depend on where the
 * world is served.
 */
export const campaignRecord: SheetLine<CampaignRow> = (campaign, _names, tx) => {
  const record = JSON.stringify(campaignView(tx, campaign)).replaceAll(`"${tx.world.base_url}/`, '"/')
  const route = routes.find(({ id }) => id === 'getCampaign')
  return route ? chooseWords(tx.settings).answer(route, record) : record
}

/** The columns of a member's events. */
export const eventColumns: Columns<EventRow> = {
  list_id: ({ list_id }) => list_id,
  contact_id: ({ contact_id }) => contact_id,
  email_address: ({ contact_id }, tx) => tx.first(members.key, { contact_id })?.email_address ?? '',
  name: ({ name }) => name,
  occurred_at: ({ occurred_at }) => timestamp(occurred_at),
  properties: ({ properties }) => (properties ? JSON.stringify(properties) : ''),
}

export const eventLine = makeSheetLine(eventColumns)

/** The columns of the templates. The HTML of each is in its own file. */
export const templateColumns: Columns<TemplateRow> = {
  template_id: ({ id }) => id,
  type: ({ type }) => type,
  name: ({ name }) => name,
  category: ({ category }) => category,
  active: ({ status }) => status === 'active',
  folder_id: ({ folder_id }) => folder_id,
  date_created: ({ date_created }) => timestamp(date_created),
  created_by: ({ created_by }) => created_by,
  date_edited: ({ date_edited }) => timestamp(date_edited),
  edited_by: ({ edited_by }) => edited_by,
}

export const templateLine = makeSheetLine(templateColumns)
