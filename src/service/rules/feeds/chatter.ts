import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { type NewChatter, type ChatterRow, chatter } from '../../model/feeds/chatter.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { MemberRow, MemberEventType } from '../../model/members/member.ts'
import type { Caller } from '../../model/requests/call.ts'

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

/** The entry for a change of a member. */
interface MemberEntry extends Pick<NewChatter, 'type' | 'title'> {
  readonly message: (member: string, list: string) => string
}

const PROFILE: MemberEntry = {
  type: 'lists:profile-updates',
  title: '1 profile update',
  message: (member, list) => `${member} has a new profile on ${list}.`,
}

/** The entry for each event, the most important first. Cleaned addresses have none. */
const entries: readonly (readonly [MemberEventType, MemberEntry])[] = [
  [
    'subscribe',
    { type: 'lists:new-subscriber', title: '1 new subscriber', message: (member, list) => `${member} subscribed to ${list}.` },
  ],
  [
    'unsubscribe',
    { type: 'lists:unsubscribes', title: '1 unsubscribe', message: (member, list) => `${member} unsubscribed from ${list}.` },
  ],
  ['upemail', PROFILE],
  ['profile', PROFILE],
]

interface MemberChange {
  readonly list: ListRow
  readonly before: MemberRow | undefined
  readonly after: MemberRow | undefined
  readonly diff: readonly MemberEventType[]
  readonly by: Caller
}

/** Adds at most one entry for a change of a member. A bulk call adds one entry for all of its members. */
export function addMemberChatter(tx: Tx, { list, before, after, diff, by }: MemberChange): void {
  const member = after ?? before
  const [, entry] = entries.find(([each]) => diff.includes(each)) ?? []
  if (by.bulk || !member || !entry) return
  const { type, title, message } = entry
  addChatter(tx, {
    type,
    title,
    message: message(member.email_address || 'A contact', list.name),
    url: after ? `/lists/members/view?id=${after.web_id}` : pageOfMembers(list),
    list_id: list.id,
  })
}

/** Adds an entry for the members that one call has added or updated. */
export function addImportChatter(
  tx: Tx,
  list: ListRow,
  { created, updated }: { readonly created: number; readonly updated: number },
): void {
  const total = created + updated
  if (total === 0) return
  addChatter(tx, {
    type: 'lists:imports',
    title: `${total} ${total === 1 ? 'contact' : 'contacts'} imported`,
    message: `${created} added to ${list.name} and ${updated} updated.`,
    url: pageOfMembers(list),
    list_id: list.id,
  })
}

function pageOfMembers({ web_id }: ListRow): string {
  return `/lists/members?id=${web_id}`
}
