import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { RATING_BEGUN } from '../../model/campaigns/rates.ts'
import { readDuration, type Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import type { CampaignLedger } from './campaign-ledger.ts'
import { subscribedAt } from './campaign-recipient.ts'
import { checkCampaignFolder, shareFields } from './campaign-fields.ts'
import { CampaignTypes } from './campaign-types.ts'
import { makeChance } from './chance.ts'
import { readPlantedInstant } from '../plant/instants.ts'
import type { Pools } from './people.ts'
import { RecipientBehavior } from './recipients.ts'
import { DEFAULT_RATES } from './default-rates.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { requireOwnList } from '../plant/references.ts'

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
  { list: list_id, campaigns }: NonNullable<ScenarioSchemas['Generate']['campaigns']>[number],
  aids: SeriesAids,
): void {
  const list = requireOwnList(tx, list_id)
  runBelowPath(['campaigns'], () => sendSeries(tx, ledger, list, campaigns, aids))
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
  for (const [n, send_time] of timesOf(tx, series).slice(0, sample).entries()) {
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

function timesOf(tx: ReadTx, { since, every = WEEK, count }: Series): Seconds[] {
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
