import type { ListRow } from '../../src/resources/lists/list.ts'
import { changeCounts, countSend, countSent } from '../../src/resources/lists/stats.ts'
import type { Tx } from '../../src/world/tx.ts'

/** Counts a campaign of a list that is created and sent now. */
export function countCampaign(tx: Tx, list: ListRow, recipients: number): void {
  changeCounts(tx, list, ({ campaigns }) => ({ campaigns: campaigns + 1 }))
  countSent(tx, list, recipients)
  countSend(tx, list, recipients)
}
