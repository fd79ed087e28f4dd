import { countForRates } from '../../src/service/rules/campaigns/engagement/rates.ts'
import type { SendTotals } from '../../src/service/model/campaigns/rates.ts'
import type { ListRow } from '../../src/service/model/lists/list.ts'
import { changeCounts, countSend } from '../../src/service/rules/list-reports/stats.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'

/** Counts a campaign of a list that is created and sent now, and the actions of its recipients. */
export function countCampaign(tx: Tx, list: ListRow, sent: number, done: Partial<SendTotals> = {}): void {
  changeCounts(tx, list, ({ campaigns }) => ({ campaigns: campaigns + 1 }))
  countForRates(tx, { id: `${tx.count('test.campaigns')}`, type: 'regular', parent_id: '', list_id: list.id }, { sent, ...done })
  countSend(tx, list, sent)
}
