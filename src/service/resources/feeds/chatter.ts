import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp, type Seconds } from '../../../kernel/support/time.ts'
import type { Range } from '../../../kernel/world/range.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'

/** An entry of the account's feed. */
export interface ChatterRow {
  readonly seq: number
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

/** Maximum number of shown entries, and of further ones that are removed together. */
const SHOWN_MAX = 200
const REMOVED_AT_ONCE = 50

/** The fields of a new entry; by default it is about now. */
export type NewChatter = Pick<ChatterRow, 'type' | 'title' | 'message'> &
  Partial<Pick<ChatterRow, 'url' | 'list_id' | 'campaign_id' | 'update_time'>>

/** Adds an entry to the account's feed. `url` is a path of the web application, such as `/lists/members/view?id=7`. */
export function addChatter(tx: Tx, about: NewChatter): ChatterRow {
  const { type, title, message, url = '/activity-feed', list_id = '', campaign_id = '', update_time = tx.now } = about
  const entry = tx.insert(chatter, { type, title, message, url, list_id, campaign_id, update_time })
  const all = tx.range(chatter.key)
  if (all.count >= SHOWN_MAX + REMOVED_AT_ONCE) for (const old of all.slice(0, all.count - SHOWN_MAX)) tx.remove(chatter, old)
  return entry
}

/** The entries of the feed, the oldest first. */
export function shownChatter(tx: Tx): Range<ChatterRow> {
  const all = tx.range(chatter.key)
  return all.part(Math.max(all.count - SHOWN_MAX, 0), all.count)
}

export function chatterView(tx: Tx, record: ChatterRow): ServiceSchemas['ChatterRecord'] {
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
