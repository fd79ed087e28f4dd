import type { CampaignActionRow, CampaignDeed, CampaignRow } from '../../resources/campaigns/campaign.ts'
import { CAMPAIGNS_RATED, RATING_BOUNCED, RATING_CLICKED, ratingFor } from '../../resources/campaigns/engagement.ts'
import type { Seconds } from '../../support/time.ts'
import type { Reader } from './campaign-reader.ts'

type Deed = Omit<CampaignActionRow, 'seq' | 'id'>

/** A campaign that was sent, and what comes of it. It keeps to the rules by which the service records the same. */
export class Posting {
  readonly campaign: CampaignRow
  readonly audience: readonly Reader[]
  readonly deeds: Deed[] = []
  readonly opened = new Set<Reader>()
  readonly clicked = new Set<Reader>()
  /** Who has a conversation about it. */
  readonly conversing = new Set<Reader>()

  constructor(campaign: CampaignRow, audience: readonly Reader[]) {
    this.campaign = campaign
    this.audience = audience
    for (const reader of audience) {
      reader.sent += 1
      reader.recent = [...reader.recent, false].slice(-CAMPAIGNS_RATED)
    }
  }

  /** A recipient opens the campaign. */
  open(reader: Reader, at: Seconds, ip: string): void {
    this.note(reader, 'open', at, { ip })
    if (this.opened.has(reader)) return
    this.opened.add(reader)
    reader.opened += 1
    reader.recent[reader.recent.length - 1] = true
    if (reader.rating !== undefined) reader.rating = ratingFor(reader.rating, reader.recent.filter(Boolean).length)
  }

  /** A recipient clicks a link; who has not opened the campaign does so by that. */
  click(reader: Reader, at: Seconds, ip: string, url: string): void {
    if (!this.opened.has(reader)) this.open(reader, at, ip)
    this.note(reader, 'click', at, { ip, url })
    if (!this.clicked.has(reader)) reader.clicked += 1
    this.clicked.add(reader)
    if (reader.rating !== undefined) reader.rating = RATING_CLICKED
  }

  /** The copy of a recipient comes back. */
  bounce(reader: Reader, at: Seconds, kind: 'hard' | 'soft'): void {
    this.note(reader, 'bounce', at, { kind })
    if (kind === 'soft' && reader.rating !== undefined) reader.rating = RATING_BOUNCED
  }

  /** Writes down anything else that a recipient does. */
  note(reader: Reader, action: CampaignDeed, at: Seconds, more: Partial<Pick<Deed, 'kind' | 'url' | 'ip'>> = {}): void {
    const { id: campaign_id, list_id } = this.campaign
    const { kind = '', url = '', ip = '' } = more
    const { contact_id } = reader.member
    this.deeds.push({ campaign_id, contact_id, list_id, action, kind, at, url, ip })
    reader.last = Math.max(reader.last, at)
  }
}
