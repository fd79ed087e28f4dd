import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { archiveUrl, shortArchiveUrl } from '../../model/campaigns/content.ts'
import { renderLinks } from '../answers/links.ts'
import { withOwnAddress, withoutOwnAddress } from '../urls/own-address.ts'
import { shortUrlClicks, type ShortUrlClickRow } from '../../model/reports/short-url.ts'

/** Maximum number of bytes of a referrer. */
const REFERRER_BYTES_MAX = 100

/** Records a visit of the short URL, and returns the long one, to which it redirects. */
export function visitShortUrl(tx: Tx, { id: campaign_id }: CampaignRow, referrer: string): string {
  const bytes = new TextEncoder().encode(referrer).subarray(0, REFERRER_BYTES_MAX)
  // A character that is cut in two is left out.
  const cut = new TextDecoder().decode(bytes, { stream: true })
  tx.insert(shortUrlClicks, {
    id: tx.count('short_url_clicks.id'),
    campaign_id,
    at: tx.now,
    referrer: withoutOwnAddress(tx.world, cut),
  })
  return archiveUrl(tx, { id: campaign_id })
}

/** Renders the visits of the short URL of a campaign. Tweets are not simulated, and the locations of visitors are unknown. */
export function shortUrlView(tx: ReadTx, { id: campaign_id }: CampaignRow): ServiceSchemas['ShortUrlActivity'] {
  const all = tx.range(shortUrlClicks.byCampaign, { campaign_id }).all()
  return {
    twitter: { tweets: 0, first_tweet: '', last_tweet: '', retweets: 0, statuses: [] },
    clicks: { ...visitsView(all), locations: [] },
    referrers: [...grouped(all, ({ referrer }) => referrer)]
      .filter(([referrer]) => referrer !== '')
      .map(([referrer, clicks]) => ({ referrer: withOwnAddress(tx.world, referrer), ...visitsView(clicks) })),
    short_url: shortArchiveUrl(tx, { id: campaign_id }),
    campaign_id,
    total_items: 0,
    _links: renderLinks(tx, 'ShortUrlActivity', { campaign_id }),
  }
}

function visitsView(clicks: readonly ShortUrlClickRow[]) {
  return {
    clicks: clicks.length,
    first_click: timestamp(clicks[0]?.at ?? 0),
    last_click: timestamp(clicks.at(-1)?.at ?? 0),
  }
}
