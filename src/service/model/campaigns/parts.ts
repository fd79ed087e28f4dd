import { HOUR_S } from '../../../kernel/support/units-of-time.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { type Seconds, yearOffsets } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { MemberRow } from '../members/member.ts'
import { readAccount } from '../root/account.ts'
import type { CampaignRow } from './campaign.ts'

/** A part of a send that has not gone out completely. A plain send has one part. */
export interface CampaignPartRow extends Row {
  readonly campaign_id: string
  readonly number: number
  /** The recipients: all of the start of the send until the part is cut, then the members who were still eligible at the cut. */
  readonly contact_ids: readonly string[]
  /** With timewarp: hours between the local time of the recipients and UTC, as they were when the send started. */
  readonly gmt_offset?: number | undefined
  readonly is_cut: boolean
  /** How many recipients of the part have been dealt with. */
  readonly next: number
  /** How many steps of the part have been taken. */
  readonly step: number
  /** The id of the job that continues it. */
  readonly job: number
}

export const campaignParts = defineTable<CampaignPartRow>()('campaign_parts', {
  key: ['campaign_id', 'number'],
  remembered: false,
})

/** A part of a send, before it begins. */
export interface PlannedPart {
  readonly at: Seconds
  readonly contact_ids: readonly string[]
  readonly gmt_offset?: number
}

const MINUTE_S = 60
/** The time zones of the world, from east to west. */
const EASTERNMOST = 14
const WESTERNMOST = -12

/** How long before its scheduled instant a campaign begins to be sent. */
export function leadTime({ timewarp }: Pick<CampaignRow, 'timewarp'>): Seconds {
  return timewarp ? EASTERNMOST * HOUR_S : 0
}

/** Divides the recipients of a campaign that starts now into its parts. */
export function planParts(tx: ReadTx, campaign: CampaignRow, audience: readonly MemberRow[]): PlannedPart[] {
  const { timewarp, batch } = campaign
  if (timewarp) return byTimeZone(tx, campaign, audience)
  const ids = audience.map(({ contact_id }) => contact_id)
  if (!batch) return [{ at: tx.now, contact_ids: ids }]
  const base = Math.floor(ids.length / batch.count)
  const larger = ids.length % batch.count
  const startOf = (part: number) => part * base + Math.min(part, larger)
  return Array.from({ length: batch.count }, (_, part) => ({
    at: tx.now + part * batch.delay * MINUTE_S,
    contact_ids: ids.slice(startOf(part), startOf(part + 1)),
  })).filter(({ contact_ids }) => contact_ids.length > 0)
}

/** The recipients at each offset from UTC get it when it is the same time there. */
function byTimeZone(tx: ReadTx, campaign: CampaignRow, audience: readonly MemberRow[]): PlannedPart[] {
  const zones = grouped(audience, zonesFor(tx, campaign))
  return [...zones]
    .toSorted(([a], [b]) => b - a)
    .map(([zone, people]) => ({
      at: tx.now + (EASTERNMOST - zone) * HOUR_S,
      contact_ids: people.map(({ contact_id }) => contact_id),
      gmt_offset: zone,
    }))
}

type Located = Pick<MemberRow, 'location'>

/** Returns a function for the hours between the local time of a recipient and UTC, as a campaign counts them. */
export function offsetsFor(tx: ReadTx, campaign: Pick<CampaignRow, 'timewarp' | 'send_time'>): (member: Located) => number {
  return campaign.timewarp ? zonesFor(tx, campaign) : ({ location }) => location.gmtoff
}

/** The time zones by which a campaign is sent with timewarp. Members without a location are in the zone of the account. */
function zonesFor(tx: ReadTx, { send_time }: Pick<CampaignRow, 'send_time'>): (member: Located) => number {
  const home = clampZone(yearOffsets(readAccount(tx).account_timezone, send_time).standard / HOUR_S)
  return ({ location: { timezone, country_code, gmtoff } }) =>
    timezone === '' && country_code === '' && gmtoff === 0 ? home : clampZone(gmtoff)
}

function clampZone(hours: number): number {
  return Math.min(Math.max(Math.floor(hours), WESTERNMOST), EASTERNMOST)
}
