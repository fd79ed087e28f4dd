import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type CampaignRow, findSentParts } from '../../model/campaigns/campaign.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { type Operations, selectPart, slicePage } from '../../rules/requests/operation.ts'
import { adviceOn, listDomainPerformance, listOpenLocations } from './breakdowns.ts'
import {
  abuseReportView,
  actingIn,
  type Acting,
  type ActionsByContact,
  actionsByContact,
  clickDetailView,
  clickMemberView,
  clicksOn,
  complaintsAbout,
  linkOrThrow,
  listTrackedLinks,
  openDetailView,
  sentToView,
  type TrackedLink,
  unsubscribedView,
} from './details.ts'
import { findSoldProducts, sortedProducts } from '../../rules/reports/ecommerce.ts'
import { recipientOrThrow, sentRecipients } from './readers.ts'
import { shortUrlView } from '../../rules/reports/short-url.ts'
import { reportedOrThrow, reportView } from '../../rules/reports/report.ts'

export const subReportOperations = {
  getReportAbuseReports({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const complaints = complaintsAbout(tx, campaign)
    return {
      abuse_reports: selectPart(complaints, query).map((report) => abuseReportView(tx, campaign, report)),
      ...envelope(tx, 'ReportAbuseReportCollection', campaign, complaints.length),
    }
  },

  getReportAbuseReport({ tx, path }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const report = complaintsAbout(tx, campaign).find(({ id }) => String(id) === path.report_id)
    if (!report) throw errors.notFound(`the campaign ${campaign.id} has no abuse report ${path.report_id.slice(0, 64)}`)
    return abuseReportView(tx, campaign, report)
  },

  getReportAdvice({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const advice = adviceOn(tx, campaign)
    return { advice: selectPart(advice, query), ...envelope(tx, 'AdviceCollection', campaign, advice.length) }
  },

  getClickDetails({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const links = sorted(listTrackedLinks(tx, campaign), query.sort_field && ORDERS[query.sort_field], query.sort_dir)
    return {
      urls_clicked: slicePage(links, query).map((link) => clickDetailView(tx, campaign, link)),
      ...envelope(tx, 'ClickDetailCollection', campaign, links.length),
    }
  },

  getClickDetail({ tx, path }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    return clickDetailView(tx, campaign, linkOrThrow(tx, campaign, path.link_id))
  },

  getClickDetailMembers({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const link = linkOrThrow(tx, campaign, path.link_id)
    const { id: campaign_id } = campaign
    return {
      members: actingIn(tx, campaign, slicePage([...link.clicks], query)).map((each) => clickMemberView(tx, link, each)),
      campaign_id,
      total_items: link.clicks.size,
      _links: renderLinks(tx, 'ClickMemberCollection', { campaign_id, link_id: link.id }),
    }
  },

  getClickDetailMember({ tx, path }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const link = linkOrThrow(tx, campaign, path.link_id)
    return clickMemberView(tx, link, actingOrThrow(tx, campaign, link.clicks, path.subscriber_hash, 'did not click this link of'))
  },

  getDomainPerformance({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const domains = listDomainPerformance(tx, campaign)
    return {
      domains: selectPart(domains, query),
      total_sent: domains.reduce((sum, { emails_sent }) => sum + emails_sent, 0),
      ...envelope(tx, 'DomainPerformanceCollection', campaign, domains.length),
    }
  },

  getProductActivity({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const sold = findSoldProducts(tx, campaign)
    return {
      products: slicePage(sortedProducts(sold, query), query),
      total_items: sold.length,
      _links: renderLinks(tx, 'ProductActivityCollection', { campaign_id: campaign.id }),
    }
  },

  getReportLocations({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const locations = listOpenLocations(tx, campaign)
    return { locations: slicePage(locations, query), ...envelope(tx, 'ReportLocationCollection', campaign, locations.length) }
  },

  getOpenDetails({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const opens = [...actionsByContact(tx, campaign, 'open', query.since)]
    return {
      members: actingIn(tx, campaign, slicePage(opens, query)).map((each) => openDetailView(tx, each)),
      total_opens: opens.reduce((sum, [, actions]) => sum + actions.length, 0),
      ...envelope(tx, 'OpenDetailCollection', campaign, opens.length),
    }
  },

  getOpenDetail({ tx, path }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const opens = actionsByContact(tx, campaign, 'open')
    return openDetailView(tx, actingOrThrow(tx, campaign, opens, path.subscriber_hash, 'did not open'))
  },

  getSentTo({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const all = sentRecipients(tx, campaign)
    return {
      sent_to: all.page(query).map((recipient) => sentToView(tx, campaign, recipient)),
      ...envelope(tx, 'SentToCollection', campaign, all.count),
    }
  },

  getSentToMember({ tx, path }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    return sentToView(tx, campaign, recipientOrThrow(tx, campaign, path.subscriber_hash))
  },

  getShortUrlActivity({ tx, path }) {
    return shortUrlView(tx, reportedOrThrow(tx, path.campaign_id))
  },

  getSubReports({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const parts = findSentParts(tx, campaign)
    return {
      reports: selectPart(parts, query).map((part) => reportView(tx, part)),
      ...envelope(tx, 'SubReportCollection', campaign, parts.length),
    }
  },

  getUnsubscribed({ tx, path, query }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const gone = [...actionsByContact(tx, campaign, 'unsub')]
    return {
      unsubscribes: actingIn(tx, campaign, slicePage(gone, query)).map((each) => unsubscribedView(tx, each)),
      ...envelope(tx, 'UnsubscribedCollection', campaign, gone.length),
    }
  },

  getUnsubscribedMember({ tx, path }) {
    const campaign = reportedOrThrow(tx, path.campaign_id)
    const gone = actionsByContact(tx, campaign, 'unsub')
    return unsubscribedView(tx, actingOrThrow(tx, campaign, gone, path.subscriber_hash, 'did not unsubscribe because of'))
  },
} satisfies Partial<Operations>

/** The schemas of collections that have no path parameters besides the campaign. */
type Collection = Extract<
  Parameters<typeof renderLinks>[1],
  | 'ReportAbuseReportCollection'
  | 'AdviceCollection'
  | 'ClickDetailCollection'
  | 'DomainPerformanceCollection'
  | 'ReportLocationCollection'
  | 'OpenDetailCollection'
  | 'SentToCollection'
  | 'SubReportCollection'
  | 'UnsubscribedCollection'
>

function envelope(tx: ReadTx, schema: Collection, { id: campaign_id }: CampaignRow, total_items: number) {
  return { campaign_id, total_items, _links: renderLinks(tx, schema, { campaign_id }) }
}

/** Returns a recipient with actions of one kind. Throws a 404 if there are none. */
function actingOrThrow(tx: ReadTx, campaign: CampaignRow, actions: ActionsByContact, key: string, what: string): Acting {
  const recipient = recipientOrThrow(tx, campaign, key)
  const own = actions.get(recipient.contact_id)
  if (!own) throw errors.notFound(`${key.slice(0, 254)} ${what} the campaign ${campaign.id}`)
  return { recipient, actions: own }
}

const ORDERS = { total_clicks: clicksOn, unique_clicks: ({ clicks }: TrackedLink) => clicks.size } as const

function sorted(
  links: readonly TrackedLink[],
  by: ((link: TrackedLink) => number) | undefined,
  direction: 'ASC' | 'DESC' = 'ASC',
): readonly TrackedLink[] {
  const inOrder = by ? links.toSorted((a, b) => by(a) - by(b)) : links
  return direction === 'DESC' ? inOrder.toReversed() : inOrder
}
