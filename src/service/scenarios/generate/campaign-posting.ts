import type { CampaignActionRow, CampaignActionKind, CampaignRow } from '../../model/campaigns/campaign.ts'
import { actionsOfClick } from '../../rules/campaigns/engagement/actions.ts'
import { CAMPAIGNS_RATED, RATING_BOUNCED, RATING_CLICKED, ratingFor } from '../../model/campaigns/rates.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { CampaignRecipient } from './campaign-recipient.ts'

/** An action of a recipient. The ledger writes its `seq` and its id when it loads all actions. */
type Action = CampaignActionRow & { id: number }

/** A sent campaign and its results, which follow the rules of the service. */
export class Posting {
  readonly campaign: CampaignRow
  readonly audience: readonly CampaignRecipient[]
  readonly actions: Action[] = []
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

  open(recipient: CampaignRecipient, at: Seconds, ip: string, how: Pick<Action, 'implied'> = {}): void {
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
    more: Partial<Pick<Action, 'kind' | 'url' | 'ip' | 'reason' | 'implied'>> = {},
  ): void {
    const { id: campaign_id, list_id } = this.campaign
    const { kind = '', url = '', ip = '', reason = '', implied } = more
    const { contact_id } = recipient.member
    // Every field is named: the row is loaded as it is, without a copy.
    const row = { seq: 0, id: 0, campaign_id, contact_id, list_id, action, kind, at, url, ip, reason }
    this.actions.push(implied ? Object.assign(row, { implied }) : row)
    recipient.last = Math.max(recipient.last, at)
  }
}
