import { timestamp } from '../../../support/time.ts'
import type { CampaignRow } from '../../campaigns/campaign.ts'
import { lineOf, type Columns } from './sheet.ts'

/** The columns of the campaigns. */
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

export const campaignLine = lineOf(campaignColumns)
