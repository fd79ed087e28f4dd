import { readDomain } from '../../rules/verified-domains/make.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import {
  type CampaignActionKind,
  campaignActions,
  type CampaignRow,
  recipients,
  findSends,
} from '../../model/campaigns/campaign.ts'
import { calculateShare } from '../../model/campaigns/rates.ts'
import { members } from '../../model/members/member.ts'
import { reportView } from '../../rules/reports/report.ts'

type BreakdownCounts = Record<'emails_sent' | 'bounces' | 'opens' | 'clicks' | 'unsubs', number>

/** Number of domains that are shown apart. */
const DOMAINS_SHOWN = 5

const OTHERS = 'Other'

/** The results of a campaign by the domain of the recipients: the domains with the most recipients, and all others together. */
export function listDomainPerformance(tx: ReadTx, campaign: CampaignRow): ServiceSchemas['DomainPerformance'][] {
  const total: BreakdownCounts = nothing()
  const byDomain = new Map<string, BreakdownCounts>()
  for (const sent of findSends(tx, campaign)) {
    const contacts = {
      bounces: contactsWith(tx, sent, 'bounce'),
      opens: contactsWith(tx, sent, 'open'),
      clicks: contactsWith(tx, sent, 'click'),
      unsubs: contactsWith(tx, sent, 'unsub'),
    }
    tx.range(recipients.byCampaign, { campaign_id: sent.id }).each(({ contact_id, email_address, sent_again = [] }) => {
      const domain = readDomain(email_address)
      const counts = byDomain.get(domain) ?? nothing()
      byDomain.set(domain, counts)
      for (const each of [counts, total]) {
        each.emails_sent += 1 + sent_again.length
        for (const name of NAMES) if (contacts[name].has(contact_id)) each[name]++
      }
    })
  }
  const all = [...byDomain].toSorted(([a, m], [b, n]) => n.emails_sent - m.emails_sent || (a < b ? -1 : 1))
  const others = all.slice(DOMAINS_SHOWN).map(([, counts]) => counts)
  const shown: (readonly [string, BreakdownCounts])[] = all.slice(0, DOMAINS_SHOWN)
  if (others.length > 0) shown.push([OTHERS, others.reduce(added, nothing())])
  return shown.map(([domain, counts]) => domainView(domain, counts, total))
}

const NAMES = ['bounces', 'opens', 'clicks', 'unsubs'] as const

function nothing(): BreakdownCounts {
  return { emails_sent: 0, bounces: 0, opens: 0, clicks: 0, unsubs: 0 }
}

function added(a: BreakdownCounts, b: BreakdownCounts): BreakdownCounts {
  return {
    emails_sent: a.emails_sent + b.emails_sent,
    bounces: a.bounces + b.bounces,
    opens: a.opens + b.opens,
    clicks: a.clicks + b.clicks,
    unsubs: a.unsubs + b.unsubs,
  }
}

function contactsWith(tx: ReadTx, { id: campaign_id }: CampaignRow, action: CampaignActionKind): ReadonlySet<string> {
  const found = new Set<string>()
  tx.range(campaignActions.byCampaign, { campaign_id, action }).each(({ contact_id }) => found.add(contact_id))
  return found
}

function domainView(domain: string, counts: BreakdownCounts, total: BreakdownCounts): ServiceSchemas['DomainPerformance'] {
  const { emails_sent, bounces, opens, clicks, unsubs } = counts
  return {
    domain,
    emails_sent,
    bounces,
    opens,
    clicks,
    unsubs,
    delivered: emails_sent - bounces,
    emails_pct: calculateShare(emails_sent, total.emails_sent),
    bounces_pct: calculateShare(bounces, total.bounces),
    opens_pct: calculateShare(opens, total.opens),
    clicks_pct: calculateShare(clicks, total.clicks),
    unsubs_pct: calculateShare(unsubs, total.unsubs),
  }
}

/** The recipients who opened a campaign, by country and region, most first. */
export function listOpenLocations(tx: ReadTx, campaign: CampaignRow): ServiceSchemas['ReportLocation'][] {
  const found = new Map<string, ServiceSchemas['ReportLocation']>()
  const openers = findSends(tx, campaign).flatMap((sent) => [...contactsWith(tx, sent, 'open')])
  for (const contact_id of openers) {
    const { country_code = '', region = '' } = tx.first(members.key, { contact_id })?.location ?? {}
    if (country_code === '') continue
    const place = `${country_code}/${region}`
    const { opens } = found.get(place) ?? { opens: 0 }
    found.set(place, { country_code, region, region_name: region || 'Rest of Country', opens: opens + 1 })
  }
  return [...found].toSorted(([a, one], [b, other]) => other.opens - one.opens || (a < b ? -1 : 1)).map(([, each]) => each)
}

type Advice = ServiceSchemas['Advice']

/** A rate is good if it is this much above the averages. */
const GOOD = 1.2

/** Bounces above this share are worth a warning. */
const BOUNCES_MAX = 0.05

/** Advice about the results of a campaign. */
export function adviceOn(tx: ReadTx, campaign: CampaignRow): Advice[] {
  const { emails_sent, opens, clicks, bounces, abuse_reports, industry_stats, list_stats } = reportView(tx, campaign)
  if (emails_sent === 0) return []
  const compared = (rate: number, averages: readonly (number | undefined)[]): Advice['type'] => {
    const known = averages.filter((average) => average !== undefined)
    if (known.length > 0 && known.every((average) => rate >= GOOD * average)) return 'advice-positivestat'
    return known.length > 0 && known.every((average) => rate < average) ? 'advice-negativestat' : 'advice-neutralstat'
  }
  const ofOpens = compared(opens.open_rate, [industry_stats?.open_rate, toFraction(list_stats?.open_rate)])
  const ofClicks = compared(clicks.click_rate, [industry_stats?.click_rate, toFraction(list_stats?.click_rate)])
  const bounced = (bounces.hard_bounces + bounces.soft_bounces) / emails_sent
  const complaints = abuse_reports === 1 ? 'One recipient' : `${abuse_reports} recipients`
  const advice: readonly (readonly [Advice['type'], string])[] = [
    [ofOpens, `${percent(opens.open_rate)} of the recipients opened the campaign, which is ${VERDICTS[ofOpens]} average.`],
    [ofClicks, `${percent(clicks.click_rate)} of the recipients clicked a link, which is ${VERDICTS[ofClicks]} average.`],
    ...(bounced > BOUNCES_MAX
      ? [['advice-negativestat', `${percent(bounced)} of the emails bounced. Remove addresses that no longer exist.`] as const]
      : []),
    ...(abuse_reports > 0
      ? [['advice-negativestat', `${complaints} complained. Send only to people who have signed up.`] as const]
      : []),
  ]
  return advice.map(([type, message]) => ({ type, message, _links: [] }))
}

const VERDICTS: { readonly [Type in Advice['type']]: string } = {
  'advice-positivestat': 'well above',
  'advice-neutralstat': 'about',
  'advice-negativestat': 'below',
}

/** A percentage with two decimals as a fraction. */
function toFraction(percentage: number | undefined): number | undefined {
  return percentage === undefined ? undefined : percentage / 100
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
