import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import type { Seconds } from '../../../../kernel/support/time.ts'
import { defineTable } from '../../../../kernel/world/table.ts'
import type { Tx } from '../../../../kernel/world/tx.ts'
import { sendEmail } from '../../emails/email.ts'
import { errors } from '../../answers/errors.ts'
import type { MailingToSend } from '../../mailings/prepare.ts'
import { renderTest } from '../../mailings/render.ts'
import { isAddress } from '../../members/address.ts'
import { accountOf } from '../../root/account.ts'
import type { CampaignRow } from '../campaign.ts'
import { mailingOf, versionWith } from '../content/content.ts'

/** A number of test emails that a campaign sent at an instant. */
export interface CampaignTestRow {
  readonly seq: number
  readonly id: number
  readonly campaign_id: string
  readonly at: Seconds
  readonly emails: number
}

export const campaignTests = defineTable<CampaignTestRow>()('campaign_tests', {
  key: ['id'],
  byCampaign: ['campaign_id'],
  byTime: ['at'],
})

/** The maximum number of addresses in a call, of tests of a campaign, and of tests of the account in 24 hours. */
const LIMITS = { free: [6, 12, 24], paid: [20, 70, 200] } as const
const DAY_S = 86_400

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
function mailingsOf(tx: Tx, campaign: CampaignRow): MailingToSend[] {
  const { combinations = [] } = campaign.variate ?? {}
  if (combinations.length === 0) return [mailingOf(tx, campaign)]
  const distinct = new Map(
    combinations.map((each) => [[each.subject_line, each.from_name, each.reply_to, each.content_description].join(), each]),
  )
  return [...distinct.values()].map((combination) => {
    const { fields, content } = versionWith(tx, campaign, combination)
    return mailingOf(tx, { ...campaign, ...fields }, content)
  })
}

function checkLimits(tx: Tx, campaign_id: string, emails: number): void {
  const [perCall, perCampaign, perDay] = LIMITS[accountOf(tx).pricing_plan_type === 'forever_free' ? 'free' : 'paid']
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

/** Removes the record of a deleted campaign's tests. They still count for the account until a day later, so only older ones go. */
export function dropTests(tx: Tx, { id: campaign_id }: Pick<CampaignRow, 'id'>): void {
  for (const row of tx.range(campaignTests.byCampaign, { campaign_id }).all())
    if (row.at <= tx.now - DAY_S) tx.remove(campaignTests, row)
}
