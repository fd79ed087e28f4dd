import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import {
  campaignActions,
  campaigns,
  recipients,
  type CampaignActionRow,
  type CampaignDeed,
  type CampaignRow,
} from '../campaigns/campaign.ts'
import type { MemberRow } from '../members/member.ts'

/** Something that happened between a member and the account, oldest first by `at`, then by `seq`. */
export interface Happening {
  readonly at: Seconds
  readonly seq: number
  readonly what: 'sent' | 'open' | 'click' | 'bounce' | 'unsub'
  readonly campaign: CampaignRow | undefined
  /** `hard` or `soft` for a bounce, else empty. */
  readonly kind: CampaignActionRow['kind']
  /** What was clicked, else empty. */
  readonly url: string
}

/** What deeds are in a member's history; it does not tell of all of them. Who complains leaves by that. */
const told: { readonly [Deed in CampaignDeed]?: Happening['what'] } = {
  open: 'open',
  click: 'click',
  bounce: 'bounce',
  unsub: 'unsub',
  abuse: 'unsub',
}

/** All that happened between a member and campaigns, and that he unsubscribed, oldest first. */
export function historyOf(tx: Tx, member: MemberRow): Happening[] {
  const { contact_id } = member
  const sent = tx
    .range(recipients.byContact, { contact_id })
    .all()
    .map((row): Happening => {
      const campaign = campaignOf(tx, row.campaign_id)
      return { at: campaign?.send_time ?? 0, seq: row.seq, what: 'sent', campaign, kind: '', url: '' }
    })
  const done = tx
    .range(campaignActions.byContact, { contact_id })
    .all()
    .flatMap(({ at, seq, action, campaign_id, kind, url }): Happening[] => {
      const what = told[action]
      return what ? [{ at, seq, what, campaign: campaignOf(tx, campaign_id), kind, url }] : []
    })
  return [...sent, ...done, ...departure(member, done)].toSorted(byTime)
}

/** Orders what happened: by instant, then in the order in which it was recorded. */
export function byTime(a: Pick<Happening, 'at' | 'seq'>, b: Pick<Happening, 'at' | 'seq'>): number {
  return a.at - b.at || a.seq - b.seq
}

/** That the member left, unless a campaign's record of the same instant says so already. */
function departure(member: MemberRow, done: readonly Happening[]): Happening[] {
  const { unsubscribed_at: at, seq } = member
  if (at === 0 || done.some((happening) => happening.what === 'unsub' && happening.at === at)) return []
  return [{ at, seq, what: 'unsub', campaign: undefined, kind: '', url: '' }]
}

function campaignOf(tx: Tx, id: string): CampaignRow | undefined {
  return tx.first(campaigns.key, { id })
}
