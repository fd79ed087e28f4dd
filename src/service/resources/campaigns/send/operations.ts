import { DAY_S } from '../../../../kernel/support/units-of-time.ts'
import { assertRoom } from '../../../rules/campaigns/make.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
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
import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import { sendEmail } from '../../../rules/emails/send.ts'
import type { MailingToSend } from '../../../model/mailings/mailing.ts'
import { renderTest } from '../../../rules/mailings/render.ts'
import { isAddress } from '../../../rules/members/address.ts'
import { makeMailing, versionWith } from '../../../model/campaigns/content.ts'
import { campaignTests, type CampaignTestRow } from '../../../model/campaigns/test-emails.ts'

/** The maximum number of addresses in a call, of tests of a campaign, and of tests of the account in 24 hours. */
const LIMITS = { free: [6, 12, 24], paid: [20, 70, 200] } as const

/**
 * Sends tests of a campaign: one to each address, or one of each version if the campaign tests several. Throws 400 if an address is invalid, a
 * limit is exceeded, or the campaign has no content.
 */
function sendTests(tx: Tx, campaign: CampaignRow, { test_emails, send_type }: ServiceSchemas['TestCampaign']): void {
  const { id, status } = campaign
  if (status === 'canceled' || status === 'archived') throw errors.badRequest(`The campaign ${id} has the status ${status}.`)
  for (const address of test_emails) {
    if (!isAddress(address)) throw errors.invalidWhole(`${address.slice(0, 254)} is not a valid email address.`)
  }
  const mailings = makeMailings(tx, campaign).filter(({ html, text }) => html !== '' || text !== '')
  if (mailings.length === 0) throw errors.badRequest(`The campaign ${id} has no content to send.`)
  if (tx.settings.campaigns.test_limits === 'on') checkLimits(tx, id, test_emails.length)
  tx.insert(campaignTests, { id: tx.count('campaign_tests.id'), campaign_id: id, at: tx.now, emails: test_emails.length })
  for (const mailing of mailings) {
    const rendered = renderTest(tx, mailing, send_type)
    for (const to of test_emails) sendEmail(tx, { to, kind: 'campaign_test', code: '', links: [], ...rendered })
  }
}

/** The mailings of a campaign: one for each version if it tests several. Versions that differ only in their time share one. */
function makeMailings(tx: ReadTx, campaign: CampaignRow): MailingToSend[] {
  const { combinations = [] } = campaign.variate ?? {}
  if (combinations.length === 0) return [makeMailing(tx, campaign)]
  const distinct = new Map(
    combinations.map((each) => [[each.subject_line, each.from_name, each.reply_to, each.content_description].join(), each]),
  )
  return [...distinct.values()].map((combination) => {
    const { fields, content } = versionWith(tx, campaign, combination)
    return makeMailing(tx, { ...campaign, ...fields }, content)
  })
}

function checkLimits(tx: ReadTx, campaign_id: string, emails: number): void {
  const [perCall, perCampaign, perDay] = LIMITS[readAccount(tx).pricing_plan_type === 'forever_free' ? 'free' : 'paid']
  const sum = (rows: readonly CampaignTestRow[]) => rows.reduce((total, row) => total + row.emails, emails)
  if (emails > perCall) throw errors.badRequest(`A call can send at most ${perCall} test emails.`)
  if (sum(tx.range(campaignTests.byCampaign, { campaign_id }).all()) > perCampaign)
    throw errors.badRequest(`A campaign can send at most ${perCampaign} test emails.`)
  const recent = tx
    .range(campaignTests.byTime)
    .all()
    .filter(({ at }) => at > tx.now - DAY_S)
  if (sum(recent) > perDay) throw errors.badRequest(`The account can send at most ${perDay} test emails in 24 hours.`)
}

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
