import { errors } from '../../model/errors.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { freshId, freshNumber } from '../../../kernel/world/fresh-id.ts'
import { type ListRow, lists } from '../../model/lists/list.ts'
import { changeCounts } from '../list-reports/stats.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { type CampaignOptions, type CampaignRow, campaigns, isHidden, type RecipientRow } from '../../model/campaigns/campaign.ts'
import { campaignMachine } from '../../model/campaigns/machine.ts'

/** Fields of a new campaign, besides those that follow from its list. */
export type NewCampaign = Partial<Omit<CampaignRow, 'seq' | 'list_id' | 'list_name' | 'options' | 'tracking'>> & {
  readonly options?: Partial<CampaignOptions>
  readonly tracking?: Partial<CampaignRow['tracking']>
}

/** Creates a campaign, by default a regular draft. Nothing is sent or counted. */
export function makeCampaign(tx: Tx, list: ListRow | undefined, { options, tracking, ...fields }: NewCampaign): CampaignRow {
  return createInState(tx, campaignMachine, {
    id: fields.id ?? freshId(tx, 'campaigns.id', (id) => !!tx.first(campaigns.key, { id })),
    web_id: fields.web_id ?? freshNumber(tx, 'web_id', (web_id) => !!tx.first(campaigns.byWebId, { web_id }), FIRST_WEB_ID),
    list_id: list?.id ?? '',
    list_name: list?.name ?? '',
    type: 'regular',
    status: 'save',
    created_at: tx.now,
    title: fields.subject_line ?? '',
    subject_line: '',
    preview_text: '',
    from_name: '',
    from_email: '',
    folder_id: '',
    segment: undefined,
    social_card: undefined,
    variate: undefined,
    rss: undefined,
    ab_split: undefined,
    parent_id: '',
    resend_of: '',
    schedule_time: 0,
    batch: undefined,
    job: 0,
    send_time: 0,
    recipient_count: 0,
    emails_sent: 0,
    emails_canceled: 0,
    steps: NO_STEPS,
    timewarp: false,
    shared: false,
    share_password: '',
    ...fields,
    options: options ? { ...OPTIONS, ...options } : OPTIONS,
    tracking: tracking ? { ...TRACKING, ...tracking } : TRACKING,
  })
}

const FIRST_WEB_ID = 100_001

const NO_STEPS: CampaignRow['steps'] = []

const OPTIONS: CampaignOptions = {
  use_conversation: false,
  to_name: '',
  authenticate: true,
  auto_footer: false,
  inline_css: false,
  auto_tweet: false,
  fb_comments: true,
  template_id: 0,
  drag_and_drop: false,
  content_type: 'template',
}

const TRACKING: CampaignRow['tracking'] = {
  opens: true,
  html_clicks: true,
  text_clicks: false,
  goal_tracking: false,
  ecomm360: false,
  google_analytics: '',
  clicktale: '',
}

/** The fields of a new campaign that requests can set. */
export const BLANK_FIELDS = {
  list_id: '',
  list_name: '',
  segment: undefined,
  title: '',
  subject_line: '',
  preview_text: '',
  from_name: '',
  from_email: '',
  folder_id: '',
  options: OPTIONS,
  tracking: TRACKING,
  social_card: undefined,
  variate: undefined,
  rss: undefined,
} satisfies Partial<CampaignRow>

/** The sender of a campaign that its list determines. */
export function makeSender({ campaign_defaults }: ListRow): Pick<CampaignRow, 'from_name' | 'from_email'> {
  const { from_name, from_email } = campaign_defaults
  return { from_name, from_email }
}

/** The row of a recipient, which gets its `seq` when it is inserted or loaded. `place` is the recipient's index among all recipients, `gmt_offset` the hours between the local time and UTC. */
export function newRecipient(
  campaign: CampaignRow,
  member: Omit<MemberRow, 'seq'>,
  { place, gmt_offset }: { readonly place: number; readonly gmt_offset: number },
): RecipientRow {
  const { contact_id, email_address, hash } = member
  return {
    seq: 0,
    campaign_id: campaign.id,
    contact_id,
    list_id: campaign.list_id,
    email_address,
    hash,
    split: campaign.type === 'ab_split' ? (place % 2 === 0 ? 'a' : 'b') : '',
    gmt_offset,
  }
}

/** Counts a campaign that a list gains (1) or loses (-1), in any state. Versions of a test and emails of automations do not count. */
export function countOnList(tx: Tx, campaign: CampaignRow, by: 1 | -1): void {
  const list = tx.first(lists.key, { id: campaign.list_id })
  if (!list || isHidden(campaign)) return
  changeCounts(tx, list, (counts) => ({ campaigns: Math.max(counts.campaigns + by, 0) }))
}

/** Rejects a new campaign if the account has the maximum number of them. */
export function assertRoom(tx: ReadTx): void {
  const { max } = tx.settings.campaigns
  if (tx.range(campaigns.key).count >= max)
    throw errors.badRequest(`The account has ${max} campaigns, the maximum. Delete some first.`)
}
