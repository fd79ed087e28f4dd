import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

/** An entry of the account's feed. */
export interface ChatterRow extends Row {
  readonly type: ServiceSchemas['ChatterRecord']['type']
  readonly title: string
  readonly message: string
  /** Its page in the web application, below the URL of the world. */
  readonly url: string
  readonly list_id: string
  readonly campaign_id: string
  readonly update_time: Seconds
}

// One index only, since almost every change of a member writes an entry.
export const chatter = defineTable<ChatterRow>()('chatter', { key: ['update_time', 'seq'] })

/** The fields of a new entry; by default it is about now. */
export type NewChatter = Pick<ChatterRow, 'type' | 'title' | 'message'> &
  Partial<Pick<ChatterRow, 'url' | 'list_id' | 'campaign_id' | 'update_time'>>

export function chatterView(tx: ReadTx, record: ChatterRow): ServiceSchemas['ChatterRecord'] {
  return {
    title: record.title,
    message: record.message,
    type: record.type,
    update_time: timestamp(record.update_time),
    url: tx.world.base_url + record.url,
    list_id: record.list_id,
    campaign_id: record.campaign_id,
  }
}
