import type { ListRow } from '../../model/lists/list.ts'
import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { CampaignLedger } from '../generate/campaign-ledger.ts'
import type { Posting } from '../generate/campaign-posting.ts'
import { generateCampaigns } from '../generate/campaigns.ts'
import { wasSent } from './campaign-options.ts'
import { plantCampaign } from './campaigns.ts'
import { plantDraft } from './draft-campaigns.ts'
import type { Pools } from '../generate/people.ts'
import { runBelowPath } from '../read/scenario-error.ts'
import type { Scenario } from '../read/scenario-source.ts'

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
