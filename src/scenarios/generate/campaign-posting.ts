import type { CampaignActionRow, CampaignActionKind, CampaignRow } from '../../resources/campaigns/campaign.ts'
import { CAMPAIGNS_RATED, RATING_BOUNCED, RATING_CLICKED, ratingFor } from '../../resources/campaigns/engagement.ts'
import type { Seconds } from '../../support/time.ts'
import type { CampaignRecipient } from './campaign-reader.ts'

type Action = Omit<CampaignActionRow, 'seq' | 'id'>

/** A sent campaign and its results, recorded by the same rules as in the service. */
export class Posting {
  readonly campaign: CampaignRow
  readonly audience: readonly CampaignRecipient[]
  readonly actions: Action[] = []
  readonly opened = new Set<CampaignRecipient>()
  readonly clicked = new Set<CampaignRecipient>()
  /** The recipients with a conversation about it. */
  readonly conversing = new Set<CampaignRecipient>()

  constructor(campaign: CampaignRow, audience: readonly CampaignRecipient[]) {
    this.campaign = campaign
    this.audience = audience
    for (const reader of audience) {
      reader.sent += 1
      reader.recent = [...reader.recent, false].slice(-CAMPAIGNS_RATED)
    }
  }

  /** A recipient opens the campaign. */
  open(reader: CampaignRecipient, at: Seconds, ip: string): void {
    this.note(reader, 'open', at, { ip })
    if (this.opened.has(reader)) return
    this.opened.add(reader)
    reader.opened += 1
    reader.recent[reader.recent.length - 1] = true
    if (reader.rating !== undefined) reader.rating = ratingFor(reader.rating, reader.recent.filter(Boolean).length)
  }

  /** A recipient clicks a link, and thereby opens the campaign. */
  click(reader: CampaignRecipient, at: Seconds, ip: string, url: string): void {
    if (!this.opened.has(reader)) this.open(reader, at, ip)
    this.note(reader, 'click', at, { ip, url })
    if (!this.clicked.has(reader)) reader.clicked += 1
    this.clicked.add(reader)
    if (reader.rating !== undefined) reader.rating = RATING_CLICKED
  }

  /** The copy of a recipient bounces. */
  bounce(reader: CampaignRecipient, at: Seconds, kind: 'hard' | 'soft'): void {
    this.note(reader, 'bounce', at, { kind })
    if (kind === 'soft' && reader.rating !== undefined) reader.rating = RATING_BOUNCED
  }

  /** Records any other action of a recipient. */
  note(
    reader: CampaignRecipient,
    action: CampaignActionKind,
    at: Seconds,
    more: Partial<Pick<Action, 'kind' | 'url' | 'ip'>> = {},
  ): void {
    const { id: campaign_id, list_id } = this.campaign
    const { kind = '', url = '', ip = '' } = more
    const { contact_id } = reader.member
    this.actions.push({ campaign_id, contact_id, list_id, action, kind, at, url, ip })
    reader.last = Math.max(reader.last, at)
  }
}
