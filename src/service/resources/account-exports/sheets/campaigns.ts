import { routes } from '../../../../kernel/contract/service.ts'
import { timestamp } from '../../../../kernel/support/time.ts'
import { chooseWords } from '../../../vocabulary/world-vocabulary.ts'
import type { CampaignRow } from '../../../model/campaigns/campaign.ts'
import { campaignView } from '../../../rules/campaigns/view.ts'
import { makeSheetLine, type Columns, type SheetLine } from './sheet.ts'

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
