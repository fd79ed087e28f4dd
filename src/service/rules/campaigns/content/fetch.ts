import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../../kernel/world/tx.ts'
import type { Attempt } from '../../../model/deliveries/delivery.ts'
import { isAccepted, isAttempt } from '../../deliveries/webhook-request.ts'
import { errors } from '../../../model/errors.ts'
import type { Outbound, Fetches } from '../../requests/operation.ts'
import { type CampaignRow, campaigns } from '../../../model/campaigns/campaign.ts'

/** Maximum number of bytes of the HTML of a campaign, and of a page that it is imported from. */
export const PAGE_BYTES_MAX = 1_048_576

type ContentSource = Pick<ServiceSchemas['SetCampaignContent'], 'url' | 'archive'>

/**
 * Fetches what calls need of other servers: the pages from which the content of a campaign is made, unless the call will be rejected or ignores
 * them, and the feeds of RSS campaigns.
 */
export const campaignFetches = {
  getCampaignChecklist: ({ tx, path, outbound }) => fetchCampaignFeed(tx, path.campaign_id, outbound),
  sendCampaign: ({ tx, path, outbound }) => fetchCampaignFeed(tx, path.campaign_id, outbound),
  resumeCampaign: ({ tx, path, outbound }) => fetchCampaignFeed(tx, path.campaign_id, outbound),
  setCampaignContent({ tx, path, body, outbound }) {
    const campaign = tx.settings.imports === 'off' ? undefined : tx.first(campaigns.key, { id: path.campaign_id })
    if (!campaign || (campaign.status !== 'save' && campaign.status !== 'paused')) return undefined
    const own = campaign.type === 'plain-text' || isBoundToTemplate(tx, campaign) ? [] : [body]
    const versions = body.variate_contents && (campaign.variate ? body.variate_contents : [])
    const sources: readonly ContentSource[] = versions ?? own
    const urls = new Set(sources.flatMap(({ url, archive }) => (url === undefined || archive ? [] : [url])))
    return urls.size === 0 ? undefined : fetchAll(urls, outbound)
  },
} satisfies Fetches

function fetchCampaignFeed(tx: ReadTx, id: string, { fetchFeed }: Outbound): Promise<Attempt> | undefined {
  const rss = tx.settings.imports === 'off' ? undefined : tx.first(campaigns.key, { id })?.rss
  return rss && fetchFeed(rss.feed_url)
}

/** The answer to the request for a feed that was made before the transaction. */
export function feedIn(fetched: unknown): Attempt | undefined {
  return isAttempt(fetched) ? fetched : undefined
}

/** Whether content for a campaign comes only from its template, as a setting says for campaigns that have one. */
export function isBoundToTemplate(tx: ReadTx, { options }: CampaignRow): boolean {
  return tx.settings.campaigns.sticky_template === 'on' && options.template_id !== 0
}

/** One after the other, so that a replay meets the outcomes in the same order. */
async function fetchAll(urls: Iterable<string>, outbound: Outbound): Promise<ReadonlyMap<string, Attempt>> {
  const pages = new Map<string, Attempt>()
  for (const url of urls) pages.set(url, await outbound.fetchPage(url))
  return pages
}

/** The HTML of a page that was fetched before the transaction. Throws a 400 that says why there is none. */
export function htmlOfPage(tx: ReadTx, url: string, fetched: unknown): string {
  const shown = url.slice(0, 200)
  if (tx.settings.imports === 'off') {
    const instead = 'Set it to loopback or any, or put the HTML itself into html.'
    throw errors.badRequest(`The page ${shown} is not fetched, since the setting imports is off. ${instead}`)
  }
  const page: unknown = fetched instanceof Map ? fetched.get(url) : undefined
  if (!isAttempt(page)) throw errors.badRequest(`The page ${shown} cannot be fetched in a batch. Put the HTML itself into html.`)
  const { response, error = '', blocked = false } = page
  if (!response)
    throw errors.badRequest(`The page ${shown} could not be fetched: ${error}${blocked ? BLOCKED[tx.settings.imports] : ''}`)
  if (!isAccepted(page))
    throw errors.badRequest(`The page ${shown} must answer with a status of 200 to 299, but it answered ${response.status}.`)
  const type = response.headers['content-type'] ?? ''
  if (!HTML_TYPE.test(type))
    throw errors.badRequest(`The page ${shown} must be text/html, but it is ${type.slice(0, 100) || 'of no type'}.`)
  return response.body
}

/** The end of the error for a page that the setting `imports` forbids. */
const BLOCKED = { off: '', loopback: ' The setting imports allows this machine only.', any: '' }

const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
