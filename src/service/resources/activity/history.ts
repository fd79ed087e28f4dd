import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import {
  campaignActions,
  campaigns,
  deletedCampaigns,
  recipients,
  sentAt,
  type CampaignActionRow,
  type CampaignActionKind,
  type CampaignRow,
} from '../../model/campaigns/campaign.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { withOwnAddress } from '../../rules/urls/own-address.ts'

/** Something that happened between a member and the account, ordered by `at`, then by `seq`. */
export interface MemberHistoryItem {
  readonly at: Seconds
  readonly seq: number
  readonly what: 'sent' | 'open' | 'click' | 'bounce' | 'unsub'
  readonly campaign: CampaignRow | undefined
  /** `hard` or `soft` for a bounce; otherwise empty. */
  readonly kind: CampaignActionRow['kind']
  /** The clicked link; otherwise empty. */
  readonly url: string
}

/** The actions that a member's history shows. A complaint is shown as leaving. */
const shown: { readonly [Kind in CampaignActionKind]?: MemberHistoryItem['what'] } = {
  open: 'open',
  click: 'click',
  bounce: 'bounce',
  unsub: 'unsub',
  abuse: 'unsub',
}

/** A member's reactions to campaigns and the unsubscription, oldest first. */
export function listMemberHistory(tx: ReadTx, member: MemberRow): MemberHistoryItem[] {
  const { contact_id } = member
  const sent = tx
    .range(recipients.byContact, { contact_id })
    .all()
    .flatMap((row): MemberHistoryItem[] => {
      const campaign = findAnyCampaign(tx, row.campaign_id)
      const times = [campaign ? sentAt(tx, campaign, row) : 0, ...(row.sent_again ?? [])]
      return times.map((at) => ({ at, seq: row.seq, what: 'sent', campaign, kind: '', url: '' }))
    })
  const done = tx
    .range(campaignActions.byContact, { contact_id })
    .all()
    .flatMap(({ at, seq, action, campaign_id, kind, url }): MemberHistoryItem[] => {
      const what = shown[action]
      return what ? [{ at, seq, what, campaign: findAnyCampaign(tx, campaign_id), kind, url: withOwnAddress(tx.world, url) }] : []
    })
  return [...sent, ...done, ...makeDepartureItems(member, done)].toSorted(byTime)
}

/** Orders items by instant, then by the order in which they were recorded. */
export function byTime(a: Pick<MemberHistoryItem, 'at' | 'seq'>, b: Pick<MemberHistoryItem, 'at' | 'seq'>): number {
  return a.at - b.at || a.seq - b.seq
}

/** The departure of the member, unless a campaign action at the same instant shows it already. */
function makeDepartureItems(member: MemberRow, done: readonly MemberHistoryItem[]): MemberHistoryItem[] {
  const { unsubscribed_at: at, seq } = member
  if (at === 0 || done.some((happening) => happening.what === 'unsub' && happening.at === at)) return []
  return [{ at, seq, what: 'unsub', campaign: undefined, kind: '', url: '' }]
}

function findAnyCampaign(tx: ReadTx, id: string): CampaignRow | undefined {
  return tx.first(campaigns.key, { id }) ?? tx.first(deletedCampaigns.key, { id })
}
