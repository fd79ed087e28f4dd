import type { ReadTx } from '../../../kernel/world/tx.ts'
import { readAccount } from '../root/account.ts'
import type { CampaignRow } from './campaign.ts'

export function archiveUrl(tx: ReadTx, { id }: Pick<CampaignRow, 'id'>): string {
  return `${tx.world.base_url}/_public/campaign?u=${encodeURIComponent(readAccount(tx).account_id)}&id=${id}`
}

export function shortArchiveUrl(tx: ReadTx, { id }: Pick<CampaignRow, 'id'>): string {
  return `${tx.world.base_url}/_public/s/${id}`
}
