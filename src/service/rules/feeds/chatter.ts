import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type NewChatter, type ChatterRow, chatter } from '../../model/feeds/chatter.ts'

/** Maximum number of shown entries, and of further ones that are removed together. */
const SHOWN_MAX = 200
const REMOVED_AT_ONCE = 50

/** Adds an entry to the account's feed. `url` is a path of the web application, such as `/lists/members/view?id=7`. */
export function addChatter(tx: Tx, about: NewChatter): ChatterRow {
  const { type, title, message, url = '/activity-feed', list_id = '', campaign_id = '', update_time = tx.now } = about
  const entry = tx.insert(chatter, { type, title, message, url, list_id, campaign_id, update_time })
  const all = tx.range(chatter.key)
  if (all.count >= SHOWN_MAX + REMOVED_AT_ONCE) for (const old of all.slice(0, all.count - SHOWN_MAX)) tx.remove(chatter, old)
  return entry
}

/** The entries of the feed, the oldest first. */
export function shownChatter(tx: ReadTx): Range<ChatterRow> {
  const all = tx.range(chatter.key)
  return all.part(Math.max(all.count - SHOWN_MAX, 0), all.count)
}
