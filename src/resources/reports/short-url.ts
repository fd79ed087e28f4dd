import type { ServiceSchemas } from '../../contract/service.ts'
import { type Seconds, timestamp } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import type { CampaignRow } from '../campaigns/campaign.ts'
import { linksOf } from '../links.ts'
import { accountOf } from '../root/account.ts'

/** A visit of the short URL of a campaign's archive page. */
export interface ShortUrlClickRow {
  readonly seq: number
  readonly id: number
  readonly campaign_id: string
  readonly at: Seconds
  /** The page that the visitor came from; empty if unknown. */
  readonly referrer: string
}

export const shortUrlClicks = defineTable<ShortUrlClickRow>()('short_url_clicks', {
  key: ['id'],
  byCampaign: ['campaign_id', 'at'],
})

/** Maximum number of bytes of a referrer. */
const REFERRER_BYTES_MAX = 100

/** Records a visit of the short URL, and returns the long one, to which it redirects. */
export function openShortUrl(tx: Tx, { id: campaign_id }: CampaignRow, referrer: string): string {
  const bytes = new TextEncoder().encode(referrer).subarray(0, REFERRER_BYTES_MAX)
  // A character that is cut in two is left out.
  const cut = new TextDecoder().decode(bytes, { stream: true })
  tx.insert(shortUrlClicks, { id: tx.count('short_url_clicks.id'), campaign_id, at: tx.now, referrer: cut })
  const { account_id } = accountOf(tx)
  return `${tx.world.base_url}/_public/campaign?u=${encodeURIComponent(account_id)}&id=${campaign_id}`
}

/** Renders the visits of the short URL of a campaign. Nobody tweets, and the world does not know where visitors are. */
export function shortUrlView(tx: Tx, { id: campaign_id }: CampaignRow): ServiceSchemas['ShortUrlActivity'] {
  const all = tx.range(shortUrlClicks.byCampaign, { campaign_id }).all()
  const byReferrer = new Map<string, ShortUrlClickRow[]>()
  for (const click of all) {
    const group = byReferrer.get(click.referrer)
    if (group) group.push(click)
    else byReferrer.set(click.referrer, [click])
  }
  return {
    twitter: { tweets: 0, first_tweet: '', last_tweet: '', retweets: 0, statuses: [] },
    clicks: { ...visitsView(all), locations: [] },
    referrers: [...byReferrer]
      .filter(([referrer]) => referrer !== '')
      .map(([referrer, clicks]) => ({ referrer, ...visitsView(clicks) })),
    short_url: `${tx.world.base_url}/_public/s/${campaign_id}`,
    campaign_id,
    total_items: 0,
    _links: linksOf(tx, 'ShortUrlActivity', { campaign_id }),
  }
}

function visitsView(clicks: readonly ShortUrlClickRow[]) {
  return {
    clicks: clicks.length,
    first_click: timestamp(clicks[0]?.at ?? 0),
    last_click: timestamp(clicks.at(-1)?.at ?? 0),
  }
}
