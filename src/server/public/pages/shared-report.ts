import { html } from 'hono/html'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { campaigns, isSent, type CampaignRow } from '../../../service/model/campaigns/campaign.ts'
import { reportView } from '../../../service/rules/reports/report.ts'
import { type ReadTx, peek } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { lineInput } from './inputs.ts'
import { ownPage } from './layout.ts'

export const sharedReportOperations = {
  getSharedReport({ handle, path, query: { password } }) {
    const shared = peek(handle.world, (tx) => sharedReport(tx, path.campaign_id))
    if (!shared) return ownPage(404, 'There is no such report', html`<h1>There is no such report</h1>`)
    const { share_password } = shared.campaign
    return share_password === '' || password === share_password
      ? reportPage(shared.report)
      : passwordPage({ isWrong: password !== undefined })
  },
} satisfies Partial<PublicOperations>

interface SharedReport {
  readonly campaign: CampaignRow
  readonly report: ServiceSchemas['Report']
}

function sharedReport(tx: ReadTx, id: string): SharedReport | undefined {
  const campaign = tx.first(campaigns.key, { id })
  return campaign?.shared && isSent(campaign) ? { campaign, report: reportView(tx, campaign) } : undefined
}

function reportPage(report: ServiceSchemas['Report']): Promise<Reply> {
  const { campaign_title, subject_line, list_name, send_time, emails_sent, opens, clicks, bounces, unsubscribed } = report
  const figures: readonly [string, string | number][] = [
    ['Subject', subject_line],
    ['List', list_name],
    ['Sent', `${send_time.slice(0, 16).replace('T', ' ')} UTC`],
    ['Recipients', emails_sent],
    ['Opened by', `${opens.unique_opens} (${percent(opens.open_rate)})`],
    ['Clicked in by', `${clicks.unique_subscriber_clicks} (${percent(clicks.click_rate)})`],
    ['Bounces', bounces.hard_bounces + bounces.soft_bounces],
    ['Unsubscribed', unsubscribed],
  ]
  const rows = figures.map(
    ([name, figure]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${figure}</dd>
      </div>`,
  )
  return ownPage(
    200,
    campaign_title,
    html`<h1>${campaign_title}</h1>
      <dl>${rows}</dl>`,
  )
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

function passwordPage({ isWrong }: { readonly isWrong: boolean }): Promise<Reply> {
  const wrong = isWrong ? 'That is not the password.' : undefined
  return ownPage(
    403,
    'Password',
    html`<h1>This report is shared with a password</h1>
      <form class="fields">
        ${lineInput({ name: 'password', label: 'Password', type: 'password', isRequired: true, value: '', wrong })}
        <button class="main">Show the report</button>
      </form>`,
  )
}
