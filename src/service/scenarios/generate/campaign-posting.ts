import type { CampaignActionKind, CampaignRow } from '../../model/campaigns/campaign.ts'
import { actionsOfClick, newAction, type NewAction } from '../../rules/campaigns/engagement/actions.ts'
import { CAMPAIGNS_RATED, RATING_BOUNCED, RATING_CLICKED, ratingFor } from '../../model/campaigns/rates.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { Tx, ReadTx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { describeArrival, describeDeparture } from '../../model/list-reports/day.ts'
import type { MemberMove } from '../../rules/members/machine.ts'
import { members, type MemberRow } from '../../model/members/member.ts'

/** A sent campaign and its results, which follow the rules of the service. */
export class Posting {
  readonly campaign: CampaignRow
  readonly audience: readonly CampaignRecipient[]
  readonly actions: NewAction[] = []
  readonly opened = new Set<CampaignRecipient>()
  readonly clicked = new Set<CampaignRecipient>()
  /** The recipients with a conversation about it. */
  readonly conversing = new Set<CampaignRecipient>()
  readonly #world: Pick<Tx, 'settings'>

  constructor(world: Pick<Tx, 'settings'>, campaign: CampaignRow, audience: readonly CampaignRecipient[]) {
    this.#world = world
    this.campaign = campaign
    this.audience = audience
    for (const recipient of audience) {
      recipient.sent += 1
      recipient.recent = [...recipient.recent, false].slice(-CAMPAIGNS_RATED)
    }
  }

  open(recipient: CampaignRecipient, at: Seconds, ip: string, how: Pick<NewAction, 'implied'> = {}): void {
    this.note(recipient, 'open', at, { ip, ...how })
    if (this.opened.has(recipient)) return
    this.opened.add(recipient)
    recipient.opened += 1
    recipient.recent[recipient.recent.length - 1] = true
    if (recipient.rating !== undefined) recipient.rating = ratingFor(recipient.rating, recipient.recent.filter(Boolean).length)
  }

  /** A recipient clicks a link, and thereby opens the campaign. */
  click(recipient: CampaignRecipient, at: Seconds, ip: string, url: string): void {
    const { open, click } = actionsOfClick(this.#world, this.campaign, { at, ip, url, hasOpened: this.opened.has(recipient) })
    if (open) this.open(recipient, at, ip, { implied: open.implied })
    this.note(recipient, 'click', at, click)
    if (!this.clicked.has(recipient)) recipient.clicked += 1
    this.clicked.add(recipient)
    if (recipient.rating !== undefined) recipient.rating = RATING_CLICKED
  }

  bounce(recipient: CampaignRecipient, at: Seconds, kind: 'hard' | 'soft'): void {
    this.note(recipient, 'bounce', at, { kind })
    if (kind === 'soft' && recipient.rating !== undefined) recipient.rating = RATING_BOUNCED
  }

  /** Adds any other action of a recipient. */
  note(
    recipient: CampaignRecipient,
    action: CampaignActionKind,
    at: Seconds,
    more: Partial<Pick<NewAction, 'kind' | 'url' | 'ip' | 'reason' | 'implied'>> = {},
  ): void {
    this.actions.push(newAction(this.campaign, recipient.member.contact_id, { action, at, ...more }))
    recipient.last = Math.max(recipient.last, at)
  }
}

/** A member as a recipient of campaigns. Reactions are collected here until the ledger is closed. */
export interface CampaignRecipient {
  readonly member: MemberRow
  /** The period in which the member is subscribed. */
  readonly from: Seconds
  until: Seconds
  /** How the member leaves the list, by an own action or a bounce. */
  leaving: { readonly move: MemberMove; readonly reason: string } | undefined
  sent: number
  opened: number
  clicked: number
  /** Whether the member opened each of the last campaigns that count for the rating. */
  recent: boolean[]
  /** The rating, if reactions determine it. */
  rating: number | undefined
  /** The mail program that the member uses. */
  email_client: string
  /** When the member last did something. */
  last: Seconds
}

/** The members of a list who were ever subscribed, in the order in which they subscribed. */
export function listCampaignRecipients(tx: ReadTx, list: ListRow): CampaignRecipient[] {
  const all = tx.range(members.onList, { list_id: list.id }).all()
  return all.toSorted((a, b) => a.created_at - b.created_at || a.seq - b.seq).flatMap(makeRecipient)
}

function makeRecipient(member: MemberRow): CampaignRecipient[] {
  const came = describeArrival(member)
  if (!came) return []
  return [
    {
      member,
      from: came.at,
      until: describeDeparture(member, came.at)?.at ?? Number.POSITIVE_INFINITY,
      leaving: undefined,
      sent: 0,
      opened: 0,
      clicked: 0,
      recent: [],
      rating: undefined,
      email_client: member.email_client,
      last: 0,
    },
  ]
}

/** The members who are subscribed at an instant. */
export function subscribedAt(readers: readonly CampaignRecipient[], at: Seconds): CampaignRecipient[] {
  return readers.filter(({ from, until }) => from <= at && at < until)
}
