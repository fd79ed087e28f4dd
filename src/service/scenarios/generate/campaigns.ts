import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type CampaignRow, campaigns } from '../../model/campaigns/campaign.ts'
import { RATING_BEGUN } from '../../model/campaigns/rates.ts'
import { readDuration, type Seconds, startOfDay, timestamp, zoneOffset } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { CampaignLedger } from './campaign-ledger.ts'
import { subscribedAt, type Posting, type CampaignRecipient } from './campaign-posting.ts'
import { checkCampaignFolder, shareFields } from './campaign-fields.ts'
import { makeChance, type Pools } from './people.ts'
import { readPlantedInstant, requireOwnList } from '../plant/instants.ts'
import { RecipientBehavior } from './recipients.ts'
import { DEFAULT_RATES } from './default-rates.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { HOUR_S } from '../../../kernel/support/units-of-time.ts'
import type { NewCampaign } from '../../rules/campaigns/make.ts'
import { readRss } from '../../rules/campaigns/rss/options.ts'
import { withCombinations } from '../../rules/campaigns/variate.ts'
import { readAccount } from '../../model/root/account.ts'

/** A campaign of a series that is due. */
export interface DueCampaign {
  readonly list: ListRow
  readonly fields: NewCampaign & Pick<CampaignRow, 'id' | 'subject_line' | 'send_time'>
  readonly audience: readonly CampaignRecipient[]
  /** The subjects that campaigns of the series have. */
  readonly headlines: readonly string[]
}

/** How long tests last. */
const WAIT_HOURS = 24
const MINUTES_PER_HOUR = 60

/** Sends campaigns of each type as the service does. */
export class CampaignTypes {
  readonly #tx: Tx
  readonly #ledger: CampaignLedger

  constructor(tx: Tx, ledger: CampaignLedger) {
    this.#tx = tx
    this.#ledger = ledger
  }

  /** Sends a test of two subjects: each version is a campaign of its own, and the recipients get them in turn. */
  postTest({ list, fields, audience, headlines }: DueCampaign): Posting[] {
    const subject_lines = [fields.subject_line, this.#alternativeTo(fields, headlines)]
    const given = { winner_criteria: 'opens', wait_time: WAIT_HOURS * MINUTES_PER_HOUR, test_size: 100, subject_lines } as const
    const { combinations = [], ...variate } = withCombinations(this.#tx, given)
    const versions = combinations.map((each, place) => {
      const group = audience.filter((_, i) => i % combinations.length === place)
      return { combination: { ...each, recipients: group.length }, group }
    })
    const counted = { ...variate, combinations: versions.map(({ combination }) => combination) }
    this.#ledger.postParent(list, { ...fields, variate: counted, recipient_count: audience.length })
    return versions.map(({ combination: { id, subject_line }, group }) => {
      const own = { id, parent_id: fields.id, subject_line: subject_lines[subject_line] ?? fields.subject_line, shared: false }
      return this.#ledger.post(list, { ...fields, ...own }, group)
    })
  }

  /** Sends an A/B campaign of the old kind, whose two groups get different subjects. */
  postSplit({ list, fields, audience, headlines }: DueCampaign): Posting {
    const ab_split = {
      split_test: 'subject',
      pick_winner: 'opens',
      wait_units: 'hours',
      wait_time: WAIT_HOURS,
      split_size: 50,
      subject_a: fields.subject_line,
      subject_b: this.#alternativeTo(fields, headlines),
    } as const
    return this.#ledger.post(list, { ...fields, ab_split }, audience)
  }

  /** Starts an RSS campaign, of which other campaigns are the issues. It is paused now, so nothing else is sent by itself. */
  postFeed({ list, fields, audience }: DueCampaign): CampaignRow {
    const site = list.campaign_defaults.from_email.split('@')[1] ?? 'acme.test'
    const hour = this.#hourOf(fields.send_time)
    const rss = readRss(undefined, { feed_url: `https://${site}/feed.xml`, frequency: 'daily', schedule: { hour } })
    const id = makeChance(this.#tx.world.seed, `feed of ${fields.id}`).hex(5)
    const own = { id, title: `${list.name} feed`, status: 'paused', rss, recipient_count: audience.length } as const
    return this.#ledger.postParent(list, { ...fields, ...own })
  }

  /** Sends an issue of an RSS campaign. */
  postIssue({ list, fields, audience }: DueCampaign, feed: CampaignRow): Posting {
    const rss = feed.rss && { ...feed.rss, last_sent: timestamp(fields.send_time) }
    this.#tx.put(campaigns, { ...feed, rss })
    return this.#ledger.post(list, { ...fields, rss, parent_id: feed.id }, audience)
  }

  #alternativeTo({ id, subject_line }: DueCampaign['fields'], headlines: readonly string[]): string {
    const others = headlines.filter((headline) => headline !== subject_line)
    return others[makeChance(this.#tx.world.seed, `alternative to ${id}`).below(others.length)] ?? subject_line
  }

  #hourOf(at: Seconds): number {
    const local = at + zoneOffset(readAccount(this.#tx).account_timezone, at)
    return Math.floor((local - startOfDay(local)) / HOUR_S)
  }
}

type Series = ScenarioSchemas['CampaignSeries']

/** The pools, and the maximum number of campaigns of a series. */
interface SeriesAids {
  readonly pools: Pools
  readonly sample: number | undefined
}

/** Sends a series of campaigns to a list of the scenario, and simulates the reactions of its members. */
export function generateCampaigns(
  tx: Tx,
  ledger: CampaignLedger,
  { list: list_id, campaigns: series }: NonNullable<ScenarioSchemas['Generate']['campaigns']>[number],
  aids: SeriesAids,
): void {
  const list = requireOwnList(tx, list_id)
  runBelowPath(['campaigns'], () => sendSeries(tx, ledger, list, series, aids))
}

function sendSeries(tx: Tx, ledger: CampaignLedger, list: ListRow, series: Series, { pools, sample }: SeriesAids): void {
  const { kinds = [{}], rates = {} } = series
  const chance = makeChance(tx.world.seed, `campaigns to ${list.id}`)
  const from = <T>(all: readonly T[]): T => all[chance.below(all.length)] as T
  const readers = ledger.recipientsOf(list)
  for (const recipient of readers) recipient.rating ??= RATING_BEGUN
  const readership = new RecipientBehavior({ now: tx.now, list, ledger, rates: { ...DEFAULT_RATES, ...rates }, pools, chance })
  for (const [i, { folder }] of kinds.entries()) runBelowPath(['kinds', i], () => checkCampaignFolder(tx, folder))

  const types = new CampaignTypes(tx, ledger)
  /** The RSS campaigns by the place of their kind. */
  const feeds = new Map<number, CampaignRow>()
  for (const [n, send_time] of scheduleSeries(tx, series).slice(0, sample).entries()) {
    const turn = n % kinds.length
    const { type = 'regular', folder = '', from_name, timewarp = false, share, ecomm360 = false } = kinds[turn] ?? {}
    const fields = {
      id: chance.hex(5),
      type,
      title: `${list.name} #${n + 1}`,
      subject_line: from(pools.headlines),
      preview_text: from(pools.previews),
      ...(from_name === undefined ? {} : { from_name }),
      folder_id: folder,
      send_time,
      timewarp,
      ...(ecomm360 ? { tracking: { ecomm360 } } : {}),
      ...shareFields(share),
    }
    const audience = subscribedAt(readers, send_time)
    const due = { list, fields, audience, headlines: pools.headlines }
    if (type === 'variate') readership.take(types.postTest(due))
    else if (type === 'ab_split') readership.take([types.postSplit(due)])
    else if (type === 'rss') {
      const feed = feeds.get(turn) ?? types.postFeed(due)
      feeds.set(turn, feed)
      readership.take([types.postIssue(due, feed)])
    } else readership.take([ledger.post(list, fields, audience)])
  }
}

const WEEK = 'P7D'

function scheduleSeries(tx: ReadTx, { since, every = WEEK, count }: Series): Seconds[] {
  const begin = readPlantedInstant(tx, since, 'since')
  const step = (readDuration(every) ?? 0) / 1000
  if (step === 0) throw new ScenarioDataError(['every'], `must be longer than ${every}`)
  const room = Math.floor((tx.now - begin) / step) + 1
  if (count !== undefined && count > room) {
    throw new ScenarioDataError(
      ['count'],
      `must be at most ${room}, since the last campaign must not lie after the scenario's now`,
    )
  }
  if ((count ?? room) > CAMPAIGNS_MAX) throw new ScenarioDataError(['every'], `must have at most ${CAMPAIGNS_MAX} campaigns`)
  return Array.from({ length: count ?? room }, (_, n) => begin + n * step)
}

/** Maximum number of campaigns of a series, as in the schema. */
const CAMPAIGNS_MAX = 1_000
