import type { Seconds } from '../../../../kernel/support/time.ts'
import { countsOpens } from './counts-opens.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { errors } from '../../../model/errors.ts'
import { addChatter } from '../../feeds/chatter.ts'
import type { ListRow } from '../../../model/lists/list.ts'
import type { MemberRow } from '../../../model/members/member.ts'
import { saveMember } from '../../members/save.ts'
import type { Caller } from '../../../model/requests/call.ts'
import { withoutOwnAddress } from '../../urls/own-address.ts'
import { emit } from '../../resource-events.ts'
import {
  campaignActions,
  findCampaignActions,
  hasActed,
  findRecipient,
  type CampaignActionRow,
  type CampaignRow,
} from '../../../model/campaigns/campaign.ts'
import { countForRates } from './rates.ts'
import { ratingAfterOpen, RATING_BOUNCED, RATING_CLICKED, refreshEngagement } from '../../../model/campaigns/rates.ts'

/** When and from where an action was done; by default now, and from the member's sign-up address. */
export interface ActionContext {
  readonly at?: Seconds
  readonly ip?: string
}

/** Records that a recipient, or the recipient's mail proxy, opened a campaign; `implied` by a click. */
export function recordOpen(
  tx: Tx,
  campaign: CampaignRow,
  member: MemberRow,
  { proxy = false, implied = false, ...context }: ActionContext & { readonly proxy?: boolean; readonly implied?: boolean } = {},
): CampaignActionRow {
  const before = findCampaignActions(tx, { campaign_id: campaign.id, contact_id: member.contact_id }, 'open')
  const how = { ...(proxy ? { proxy } : {}), ...(implied ? { implied } : {}) }
  const row = record(tx, campaign, member, { action: 'open', ...chooseOrigin(tx, member, context), ...how })
  if (before.length === 0) countForRates(tx, campaign, { opened: 1, proxied: proxy ? 1 : 0 })
  // Until now, only the proxy had opened it.
  else if (!proxy && before.every((open) => open.proxy)) countForRates(tx, campaign, { proxied: -1 })
  refreshEngagement(tx, member, { opened: before.length === 0 ? 1 : 0 }, { rating: ratingAfterOpen(tx, member) })
  emit(tx, 'recipient.acted', { campaign, member, action: 'open' })
  return row
}

/** When and from where an action was done. */
type Origin = Pick<CampaignActionRow, 'at' | 'ip'>

/** The actions of a click: the click itself, and the open that it implies. */
export interface ClickActions {
  readonly open: (Origin & { readonly implied: true }) | undefined
  readonly click: Origin & Pick<CampaignActionRow, 'url'>
}

/**
 * The actions of a recipient who clicks a link. The click implies an open if the recipient has not opened the email yet. Such an open is marked, since
 * orders can follow only on the click.
 */
export function actionsOfClick(
  { settings }: Pick<Tx, 'settings'>,
  campaign: Pick<CampaignRow, 'type' | 'tracking'>,
  { at, ip, url, hasOpened }: ClickActions['click'] & { readonly hasOpened: boolean },
): ClickActions {
  const isOpen = !hasOpened && settings.campaigns.click_is_open === 'on' && countsOpens(campaign)
  return { open: isOpen ? { at, ip, implied: true } : undefined, click: { at, ip, url } }
}

/** Records that a recipient clicked a link of a campaign, and thereby opened it. */
export function recordClick(
  tx: Tx,
  campaign: CampaignRow,
  member: MemberRow,
  { url, ...context }: ActionContext & { readonly url: string },
): CampaignActionRow {
  const done = { ...chooseOrigin(tx, member, context), url: withoutOwnAddress(tx.world, url) }
  const { open, click } = actionsOfClick(tx, campaign, { ...done, hasOpened: hasDone(tx, campaign, member, 'open') })
  if (open) recordOpen(tx, campaign, member, open)
  const first = !hasDone(tx, campaign, member, 'click')
  const row = record(tx, campaign, member, { action: 'click', ...click })
  if (first) countForRates(tx, campaign, { clicked: 1 })
  refreshEngagement(tx, member, { clicked: first ? 1 : 0 }, { rating: RATING_CLICKED })
  emit(tx, 'recipient.acted', { campaign, member, action: 'click' })
  return row
}

/** Records that an email to a member bounced, with its campaign if it is known. After a hard bounce the member is cleaned. */
export function recordBounce(
  tx: Tx,
  campaign: CampaignRow | undefined,
  list: ListRow,
  member: MemberRow,
  kind: 'hard' | 'soft',
  by: Caller,
): CampaignActionRow | undefined {
  const row = campaign && record(tx, campaign, member, { action: 'bounce', kind })
  if (campaign) countForRates(tx, campaign, { bounced: 1 })
  if (kind === 'soft') refreshEngagement(tx, member, {}, { rating: RATING_BOUNCED })
  else if (member.status !== 'cleaned') saveMember(tx, list, member, {}, by, 'clean')
  return row
}

/** Records that a recipient left the list, or complained, because of a campaign. The member does not change. */
export function recordLeave(
  tx: Tx,
  campaign: CampaignRow,
  member: MemberRow,
  how: 'unsub' | 'abuse',
  reason = '',
): CampaignActionRow {
  return record(tx, campaign, member, { action: how, reason })
}

/** Records that a recipient forwarded a campaign, and whether the forwarded copy was opened. */
export function recordForward(tx: Tx, campaign: CampaignRow, member: MemberRow, { opened = false } = {}): void {
  record(tx, campaign, member, { action: 'forward' })
  if (opened) record(tx, campaign, member, { action: 'forward_open' })
  addChatter(tx, {
    type: 'campaigns:forward-to-friend',
    title: '1 forward',
    message: `${member.email_address} forwarded ${campaign.title}.`,
    list_id: campaign.list_id,
    campaign_id: campaign.id,
  })
}

/** Records an action of a recipient. Rejects members who were not sent the campaign, and a second bounce of the same email. */
export function record(
  tx: Tx,
  campaign: CampaignRow,
  member: MemberRow,
  done: Pick<CampaignActionRow, 'action'> &
    Partial<Pick<CampaignActionRow, 'kind' | 'at' | 'url' | 'ip' | 'reason' | 'proxy' | 'implied'>>,
): CampaignActionRow {
  const { contact_id, email_address } = member
  if (!findRecipient(tx, campaign, contact_id)) {
    throw errors.badRequest(`${email_address} was not sent the campaign ${campaign.id}.`)
  }
  if (done.action === 'bounce' && hasDone(tx, campaign, member, 'bounce'))
    throw errors.badRequest(`The email of the campaign ${campaign.id} to ${email_address} has bounced already.`)
  const row = newAction(campaign, contact_id, { at: tx.now, ...done })
  row.id = tx.count('campaign_actions.id')
  return tx.insert(campaignActions, row)
}

/** An action without its id, which it gets when it is inserted or loaded, as it gets its `seq`. */
export type NewAction = CampaignActionRow & { id: number }

/** The row of a new action of a recipient. */
export function newAction(
  { id: campaign_id, list_id }: CampaignRow,
  contact_id: string,
  done: Pick<CampaignActionRow, 'action' | 'at'> &
    Partial<Pick<CampaignActionRow, 'kind' | 'url' | 'ip' | 'reason' | 'proxy' | 'implied'>>,
): NewAction {
  const { action, kind = '', at, url = '', ip = '', reason = '', proxy, implied } = done
  // Every field is named: the row is loaded as it is, without a copy.
  const row = { seq: 0, id: 0, campaign_id, contact_id, list_id, action, kind, at, url, ip, reason }
  if (!proxy && !implied) return row
  return Object.assign(row, proxy ? { proxy } : {}, implied ? { implied } : {})
}

/** Whether clicks in a campaign can be counted: links that are not tracked lead to their targets. Plain text has no HTML links. */
export function countsClicks({ type, tracking }: Pick<CampaignRow, 'type' | 'tracking'>): boolean {
  return tracking.text_clicks || (tracking.html_clicks && type !== 'plain-text')
}

function hasDone(tx: ReadTx, campaign: CampaignRow, { contact_id }: MemberRow, action: 'open' | 'click' | 'bounce'): boolean {
  return hasActed(tx, { campaign_id: campaign.id, contact_id }, action)
}

function chooseOrigin(tx: ReadTx, member: MemberRow, { at = tx.now, ip }: ActionContext): Origin {
  return { at, ip: ip ?? (member.ip_opt || member.ip_signup || tx.settings.caller_address) }
}
