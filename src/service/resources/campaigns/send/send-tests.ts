import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { sendEmail } from '../../../rules/emails/send.ts'
import { errors } from '../../../model/errors.ts'
import type { MailingToSend } from '../../../model/mailings/mailing.ts'
import { renderTest } from '../../../rules/mailings/render.ts'
import { isAddress } from '../../../rules/members/address.ts'
import { readAccount } from '../../../model/root/account.ts'
import type { CampaignRow } from '../../../model/campaigns/campaign.ts'
import { makeMailing, versionWith } from '../../../model/campaigns/content.ts'
import { campaignTests, type CampaignTestRow, DAY_S } from '../../../model/campaigns/test-emails.ts'

/** The maximum number of addresses in a call, of tests of a campaign, and of tests of the account in 24 hours. */
const LIMITS = { free: [6, 12, 24], paid: [20, 70, 200] } as const

/**
 * Sends tests of a campaign: one to each address, or one of each version if the campaign tests several. Throws 400 if an address is invalid, a
 * limit is exceeded, or the campaign has no content.
 */
export function sendTests(tx: Tx, campaign: CampaignRow, { test_emails, send_type }: ServiceSchemas['TestCampaign']): void {
  const { id, status } = campaign
  if (status === 'canceled' || status === 'archived') throw errors.badRequest(`The campaign ${id} has the status ${status}.`)
  for (const address of test_emails) {
    if (!isAddress(address)) throw errors.invalidWhole(`${address.slice(0, 254)} is not a valid email address.`)
  }
  const mailings = mailingsOf(tx, campaign).filter(({ html, text }) => html !== '' || text !== '')
  if (mailings.length === 0) throw errors.badRequest(`The campaign ${id} has no content to send.`)
  if (tx.settings.campaigns.test_limits === 'on') checkLimits(tx, id, test_emails.length)
  tx.insert(campaignTests, { id: tx.count('campaign_tests.id'), campaign_id: id, at: tx.now, emails: test_emails.length })
  for (const mailing of mailings) {
    const rendered = renderTest(tx, mailing, send_type)
    for (const to of test_emails) sendEmail(tx, { to, kind: 'campaign_test', code: '', links: [], ...rendered })
  }
}

/** The mailings of a campaign: one for each version if it tests several. Versions that differ only in their time share one. */
function mailingsOf(tx: ReadTx, campaign: CampaignRow): MailingToSend[] {
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
