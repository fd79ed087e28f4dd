import type { ListRow } from '../../model/lists/list.ts'
import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Tx, ReadTx } from '../../../kernel/world/tx.ts'
import { CampaignLedger } from '../generate/campaign-ledger.ts'
import type { Posting } from '../generate/campaign-posting.ts'
import { generateCampaigns } from '../generate/campaigns.ts'
import {
  wasSent,
  type CampaignData,
  checkAbsent,
  readGivenFields,
  chooseGivenStatus,
  plantContent,
  plantFeedback,
} from './campaign-options.ts'
import { plantCampaign } from './campaigns.ts'
import type { Pools } from '../generate/people.ts'
import { runBelowPath, runAbout, ScenarioDataError } from '../read/scenario-error.ts'
import type { Scenario } from '../read/scenario-source.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { countOnList, makeCampaign } from '../../rules/campaigns/make.ts'
import { startFeed, stopFeed } from '../../rules/campaigns/rss/rss.ts'
import { scheduleCampaign } from '../../rules/campaigns/send/schedule.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import { dated } from './instants.ts'

/** Keys of sent campaigns only. */
const OF_SENT = [
  'send_time',
  'canceled_after',
  'recipients',
  'share',
  'opens',
  'clicks',
  'bounces',
  'unsubscribes',
  'complaints',
  'forwards',
  'forward_opens',
  'likes',
  'conversations',
] as const satisfies readonly (keyof CampaignData)[]

/** Plants a campaign that was not sent yet: a draft, a scheduled or paused one, or an RSS campaign whose feed was started. */
export function plantDraft(tx: Tx, list: ListRow, data: CampaignData): void {
  const status = chooseGivenStatus(data)
  checkAbsent(data, OF_SENT, `a campaign with the status ${status} was not sent yet`)
  if (status === 'schedule' && data.schedule_time === undefined)
    throw new ScenarioDataError([], 'must have a schedule_time, since its status is schedule')
  if (status !== 'schedule') checkAbsent(data, ['schedule_time', 'timewarp'], `its status is ${status}`)
  const { type = 'regular', content, feedback = [] } = data
  if (status === 'sending' && type !== 'rss')
    throw new ScenarioDataError(['status'], `must be schedule instead of sending, since its type is ${type}`)
  const draft = makeCampaign(tx, list, {
    ...(data.created_at === undefined ? {} : dated(tx, { created_at: data.created_at }, ['created_at'])),
    ...readGivenFields(tx, list, data),
    status: status === 'paused' && type !== 'rss' ? 'paused' : 'save',
  })
  countOnList(tx, draft, 1)
  const campaign = content ? plantContent(tx, draft, content) : draft
  plantFeedback(tx, campaign, feedback)
  if (status === 'schedule') runAbout(['schedule_time'], () => scheduleCampaign(tx, campaign, scheduleFor(tx, data)))
  if (type !== 'rss' || status === 'save') return
  const started = startFeed(tx, campaign)
  if (status === 'paused') stopFeed(tx, started)
}

const QUARTER_S = 900

/** The request that schedules a campaign for the next quarter hour after the given duration. */
function scheduleFor(tx: ReadTx, { schedule_time = 0, timewarp = false }: CampaignData): Parameters<typeof scheduleCampaign>[2] {
  const at = Math.ceil((tx.now + durationMs(schedule_time) / 1000) / QUARTER_S) * QUARTER_S
  return { schedule_time: timestamp(at), timewarp }
}

/** A planted list of a scenario, with its index. */
export interface PlantedList {
  readonly data: ScenarioSchemas['List']
  readonly i: number
  readonly list: ListRow
}

/** Plants the campaigns of a scenario: first sent and generated ones with their results, then unsent ones. */
export function plantAllCampaigns(
  tx: Tx,
  planted: readonly PlantedList[],
  { generate }: Scenario,
  { pools, sample }: { readonly pools?: Pools; readonly sample?: number },
  shop: (postingsTo: (list: ListRow) => readonly Posting[]) => void,
): void {
  const ledger = new CampaignLedger(tx)
  for (const { data, i, list } of planted) {
    for (const [n, campaign] of (data.campaigns ?? []).entries())
      if (wasSent(campaign)) runBelowPath(['lists', i, 'campaigns', n], () => plantCampaign(tx, ledger, list, campaign))
  }
  for (const [i, series] of generate.campaigns.entries())
    if (pools) runBelowPath(['generate', 'campaigns', i], () => generateCampaigns(tx, ledger, series, { pools, sample }))
  shop((list) => ledger.postingsTo(list))
  ledger.close()
  for (const { data, i, list } of planted) {
    for (const [n, campaign] of (data.campaigns ?? []).entries())
      if (!wasSent(campaign)) runBelowPath(['lists', i, 'campaigns', n], () => plantDraft(tx, list, campaign))
  }
}
