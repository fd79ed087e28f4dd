import type { Schemas } from '../../contract/service.ts'
import type { Tx } from '../../world/tx.ts'
import {
  campaignActions,
  recipients,
  type CampaignActionRow,
  type CampaignRow,
  type RecipientRow,
} from '../campaigns/campaign.ts'
import { hoursOf } from './hours.ts'
import { tallyOf, type Tally } from './tally.ts'

/** The counted deeds of a campaign, in all and for those parts of its recipients that its report shows apart. */
export interface Figures {
  readonly all: Tally
  readonly hours: Schemas['ReportHour'][]
  readonly split: { readonly a: Tally; readonly b: Tally } | undefined
  /** By the hours from UTC, from west to east. */
  readonly zones: ReadonlyMap<number, Tally> | undefined
}

/** What is counted of a campaign. It is found once for as long as nobody does anything with any campaign. */
export function figuresOf(tx: Tx, campaign: CampaignRow): Figures {
  const version = tx.version(campaignActions)
  const known = found.get(campaign)
  if (known?.version === version) return known.figures
  const figures = figure(tx, campaign)
  found.set(campaign, { version, figures })
  return figures
}

/** By the campaign's row, since worlds in which nobody has done anything share the version of their empty tables. */
const found = new WeakMap<CampaignRow, { readonly version: object; readonly figures: Figures }>()

function figure(tx: Tx, campaign: CampaignRow): Figures {
  const campaign_id = campaign.id
  const deeds = tx.range(campaignActions.byCampaign, { campaign_id }).all()
  const apart = campaign.type === 'ab_split' || campaign.timewarp
  const people = new Map<string, RecipientRow>()
  if (apart) tx.range(recipients.byCampaign, { campaign_id }).each((row) => people.set(row.contact_id, row))
  const ofVersion = (version: 'a' | 'b') => tallyOf(deeds.filter(({ contact_id }) => people.get(contact_id)?.split === version))
  return {
    all: tallyOf(deeds),
    hours: hoursOf(campaign, deeds),
    split: campaign.type === 'ab_split' ? { a: ofVersion('a'), b: ofVersion('b') } : undefined,
    zones: campaign.timewarp ? zonesOf(deeds, people) : undefined,
  }
}

/** Zones of which nobody did anything are there as well. */
function zonesOf(deeds: readonly CampaignActionRow[], people: ReadonlyMap<string, RecipientRow>): ReadonlyMap<number, Tally> {
  const byZone = new Map<number, CampaignActionRow[]>()
  for (const { gmt_offset } of people.values()) byZone.set(gmt_offset, [])
  for (const deed of deeds) byZone.get(people.get(deed.contact_id)?.gmt_offset ?? 0)?.push(deed)
  return new Map([...byZone].toSorted(([a], [b]) => a - b).map(([zone, done]) => [zone, tallyOf(done)]))
}
