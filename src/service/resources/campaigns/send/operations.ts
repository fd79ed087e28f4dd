import { assertRoom } from '../../../rules/campaigns/make.ts'
import type { ReadTx } from '../../../../kernel/world/tx.ts'
import { errors } from '../../../model/errors.ts'
import type { Operations } from '../../../rules/requests/operation.ts'
import { readAccount } from '../../../model/root/account.ts'
import { type CampaignRow, isIssue } from '../../../model/campaigns/campaign.ts'
import { feedIn } from '../../../rules/campaigns/content/fetch.ts'
import { replicateCampaign, resendCampaign } from '../../../rules/campaigns/copy.ts'
import { shownCampaign } from '../find.ts'
import { resumeFeed, stopFeed } from '../../../rules/campaigns/rss/rss.ts'
import { campaignView } from '../../../rules/campaigns/view.ts'
import { assertCancellable } from '../../../rules/reports/delivery-status.ts'
import { scheduleCampaign, sendNow, unscheduleCampaign } from '../../../rules/campaigns/send/schedule.ts'
import { cancelSend } from '../../../rules/campaigns/send/send.ts'
import { sendTests } from './send-tests.ts'

export const actionOperations = {
  sendCampaign({ tx, path, prepared }) {
    sendNow(tx, shownCampaign(tx, path.campaign_id), feedIn(prepared))
  },

  scheduleCampaign({ tx, path, body }) {
    scheduleCampaign(tx, shownCampaign(tx, path.campaign_id), body)
  },

  unscheduleCampaign({ tx, path }) {
    unscheduleCampaign(tx, shownCampaign(tx, path.campaign_id))
  },

  pauseCampaign({ tx, path }) {
    stopFeed(tx, feedCampaign(tx, path.campaign_id, 'pause'))
  },

  resumeCampaign({ tx, path, prepared }) {
    resumeFeed(tx, feedCampaign(tx, path.campaign_id, 'resume'), feedIn(prepared))
  },

  cancelCampaignSend({ tx, path }) {
    const campaign = shownCampaign(tx, path.campaign_id)
    assertCancellable(campaign)
    if (!readAccount(tx).pro_enabled)
      throw errors.notPermitted('The plan of this account cannot cancel campaigns that are being sent.')
    cancelSend(tx, campaign)
  },

  sendTestEmail({ tx, path, body }) {
    sendTests(tx, shownCampaign(tx, path.campaign_id), body)
  },

  replicateCampaign({ tx, path }) {
    const campaign = shownCampaign(tx, path.campaign_id)
    assertRoom(tx)
    return campaignView(tx, replicateCampaign(tx, campaign))
  },

  createCampaignResend({ tx, path, body }) {
    const campaign = shownCampaign(tx, path.campaign_id)
    assertRoom(tx)
    return campaignView(tx, resendCampaign(tx, campaign, body?.shortcut_type))
  },
} satisfies Partial<Operations>

/** Returns the RSS campaign with an id. Throws 400 if it is of another type, or an issue of one, which has no schedule of its own. */
function feedCampaign(tx: ReadTx, id: string, action: string): CampaignRow {
  const campaign = shownCampaign(tx, id)
  if (campaign.type !== 'rss') throw errors.invalidAction(`Only RSS campaigns have the action ${action}.`)
  if (isIssue(campaign)) {
    const { parent_id } = campaign
    throw errors.invalidAction(`An issue does not have the action ${action}: use that of its RSS campaign ${parent_id}.`)
  }
  return campaign
}
