import { timestamp } from '../../../../kernel/support/time.ts'
import type { ListRow } from '../../../model/lists/list.ts'
import { makeSheetLine, type Columns } from './sheet.ts'

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
