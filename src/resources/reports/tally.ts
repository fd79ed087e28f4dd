import type { Seconds } from '../../support/time.ts'
import type { CampaignActionRow } from '../campaigns/campaign.ts'

/** What recipients of a campaign did, and what happened to their copies, counted. */
export interface Tally {
  readonly hard_bounces: number
  readonly soft_bounces: number
  /** How many recipients' copies came back and were not opened by them in spite of it. */
  readonly undelivered: number
  readonly abuse_reports: number
  readonly unsubscribed: number
  readonly forwards: number
  readonly forwards_opens: number
  readonly likes: number
  readonly unique_likes: number
  readonly opens: number
  readonly last_open: Seconds
  readonly clicks: number
  readonly last_click: Seconds
  /** Links clicked, each once for each recipient. */
  readonly unique_clicks: number
  /** Number of recipients who opened, and who clicked. */
  readonly unique_opens: number
  readonly clickers: number
}

/** Counts what was done. */
export function tallyOf(deeds: readonly CampaignActionRow[]): Tally {
  const of = (action: CampaignActionRow['action']) => deeds.filter((deed) => deed.action === action)
  const [opens, clicks, bounces, likes] = [of('open'), of('click'), of('bounce'), of('like')]
  const opened = new Set(opens.map(({ contact_id }) => contact_id))
  return {
    hard_bounces: bounces.filter(({ kind }) => kind === 'hard').length,
    soft_bounces: bounces.filter(({ kind }) => kind === 'soft').length,
    undelivered: peopleIn(bounces.filter(({ contact_id }) => !opened.has(contact_id))),
    abuse_reports: of('abuse').length,
    unsubscribed: of('unsub').length,
    forwards: of('forward').length,
    forwards_opens: of('forward_open').length,
    likes: likes.length,
    unique_likes: peopleIn(likes),
    opens: opens.length,
    last_open: lastOf(opens),
    clicks: clicks.length,
    last_click: lastOf(clicks),
    unique_clicks: new Set(clicks.map(({ contact_id, url }) => `${contact_id} ${url}`)).size,
    unique_opens: opened.size,
    clickers: peopleIn(clicks),
  }
}

/** Counts the distinct recipients who clicked in each period of a length in seconds, by the start of the period. */
export function clickersPer(period: number, clicks: readonly CampaignActionRow[]): ReadonlyMap<Seconds, number> {
  const people = new Map<Seconds, Set<string>>()
  for (const { at, contact_id } of clicks) {
    const start = at - (at % period)
    const known = people.get(start)
    if (known) known.add(contact_id)
    else people.set(start, new Set([contact_id]))
  }
  return new Map([...people].map(([start, { size }]) => [start, size]))
}

function peopleIn(deeds: readonly CampaignActionRow[]): number {
  return new Set(deeds.map(({ contact_id }) => contact_id)).size
}

function lastOf(deeds: readonly CampaignActionRow[]): Seconds {
  return deeds.reduce((last, { at }) => Math.max(last, at), 0)
}
