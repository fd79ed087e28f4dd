import { hmac } from '../../../kernel/support/digest.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { Range } from '../../../kernel/world/range.ts'
import type { Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { members } from '../../model/members/member.ts'
import { type Call, selectPage } from '../../rules/requests/operation.ts'
import { type ContactRow, phoneContacts } from '../../model/contacts/contact.ts'

/** A position in the order of contacts: after the one with this value in the sort field, and this number. */
export interface CursorPosition {
  readonly value: Seconds
  readonly seq: number
}

/** Encodes a position as a cursor. The query, as any unique text, is part of its signature. */
function cursorAt(tx: ReadTx, contactQuery: string, { value, seq }: CursorPosition): string {
  return `${value.toString(RADIX)}.${seq.toString(RADIX)}.${sealCursor(tx, contactQuery, value, seq)}`
}

/** Decodes a cursor. Rejects one that was issued for another query. */
function readCursor(tx: ReadTx, contactQuery: string, cursor: string): CursorPosition {
  const [, value, seq, seal] = CURSOR.exec(cursor) ?? []
  if (value !== undefined && seq !== undefined) {
    const place = { value: Number.parseInt(value, RADIX), seq: Number.parseInt(seq, RADIX) }
    if (seal === sealCursor(tx, contactQuery, place.value, place.seq)) return place
  }
  throw errors.badRequest('The cursor is none that was given for this audience with these filters and this sorting.')
}

const RADIX = 36
const CURSOR = /^(-?[0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-f]{16})$/
const SEAL_DIGITS = 16

/** Depends on the seed and not on the world's id, so that a fork accepts the cursors of its origin. */
function sealCursor(tx: ReadTx, contactQuery: string, value: number, seq: number): string {
  return hmac(tx.world.seed, JSON.stringify(['contacts', contactQuery, value, seq])).slice(0, SEAL_DIGITS)
}

/** The fields by which contacts can be sorted. */
export type ContactDate = 'created_at' | 'last_changed'

/** Instants after the one and before the other; null if there is no bound. */
export interface Window {
  readonly since: Seconds | null
  readonly before: Seconds | null
}

/** The query without the page. */
export interface ContactQuery {
  readonly field: ContactDate
  readonly direction: 'ASC' | 'DESC'
  readonly windows: { readonly [Each in ContactDate]: Window }
}

interface Dated extends Row {
  readonly created_at: Seconds
  readonly last_changed: Seconds
}

/** Searches a range in the order of the field. Returns the first rows after a position, and the total number of matches. */
function search<R extends Dated>(
  range: Range<R>,
  { field, direction, windows }: ContactQuery,
  behind: CursorPosition | undefined,
  count: number,
): { readonly first: readonly R[]; readonly total: number } {
  const { since, before } = windows[field]
  const start = since === null ? 0 : range.countWhile((row) => row[field] <= since)
  const end = before === null ? range.count : range.countWhile((row) => row[field] <= before)
  const inWindow = range.part(start, end)
  const rest = behind ? partBehind(inWindow, field, direction, behind) : inWindow
  const keep = makeWindowFilter(windows, field === 'created_at' ? 'last_changed' : 'created_at')
  if (!keep) return { first: selectPage(rest, { offset: 0, count }, direction), total: inWindow.count }
  return { first: takeFirst(rest, direction, keep, count), total: countKept(inWindow, keep) }
}

function partBehind<R extends Dated>(
  range: Range<R>,
  field: ContactDate,
  direction: ContactQuery['direction'],
  { value, seq }: CursorPosition,
): Range<R> {
  if (direction === 'ASC') {
    const passed = range.countWhile((row) => row[field] < value || (row[field] === value && row.seq <= seq))
    return range.part(passed, range.count)
  }
  const ahead = range.countWhile((row) => row[field] < value || (row[field] === value && row.seq < seq))
  return range.part(0, ahead)
}

/** A filter for the window of the other field. The range is not ordered by that field, so each row is checked. */
function makeWindowFilter(windows: ContactQuery['windows'], field: ContactDate): ((row: Dated) => boolean) | undefined {
  const { since, before } = windows[field]
  if (since === null && before === null) return undefined
  return (row) => (since === null || row[field] > since) && (before === null || row[field] <= before)
}

/** Number of rows that are read at a time. */
const STRETCH = 1_000

function takeFirst<R>(range: Range<R>, direction: ContactQuery['direction'], keep: (row: R) => boolean, count: number): R[] {
  const first: R[] = []
  for (let offset = 0; offset < range.count && first.length < count; offset += STRETCH) {
    first.push(...selectPage(range, { offset, count: STRETCH }, direction).filter(keep))
  }
  return first.slice(0, count)
}

function countKept<R>(range: Range<R>, keep: (row: R) => boolean): number {
  let total = 0
  range.each((row) => {
    if (keep(row)) total++
  })
  return total
}

type ContactsQuery = Call<'getContacts'>['query']

/** A page of contacts, the total number, and the cursor of the next page. */
export interface FoundContacts {
  readonly rows: readonly ContactRow[]
  readonly total: number
  /** Empty on the last page. */
  readonly next: string
}

/** Finds contacts of an audience: members and those with only a phone, in one order. */
export function findContacts(tx: ReadTx, list: ListRow, { cursor, count, ...query }: ContactsQuery): FoundContacts {
  const contactQuery = readContactQuery(query)
  const { field, direction } = contactQuery
  const sealed = JSON.stringify([list.id, contactQuery])
  const behind = cursor === undefined ? undefined : readCursor(tx, sealed, cursor)
  // One more row than fits on the page shows whether there is another page.
  const found = findContactSources(tx, list, field).map((source) => source(contactQuery, behind, count + 1))
  const sign = direction === 'DESC' ? -1 : 1
  const rows = found.flatMap(({ first }) => first).toSorted((a, b) => sign * (a[field] - b[field] || a.seq - b.seq))
  const last = rows[count - 1]
  // An empty page does not advance the cursor.
  const onwards = last ? cursorAt(tx, sealed, { value: last[field], seq: last.seq }) : (cursor ?? '')
  return {
    rows: rows.slice(0, count),
    total: found.reduce((sum, { total }) => sum + total, 0),
    next: rows.length > count ? onwards : '',
  }
}

function readContactQuery({ sort_field, sort_dir = 'ASC', ...query }: Omit<ContactsQuery, 'cursor' | 'count'>): ContactQuery {
  return {
    field: sort_field === 'updated_at' ? 'last_changed' : 'created_at',
    direction: sort_dir,
    windows: {
      created_at: { since: query.created_since ?? null, before: query.created_before ?? null },
      last_changed: { since: query.updated_since ?? null, before: query.updated_before ?? null },
    },
  }
}

type ContactSource = (
  contactQuery: ContactQuery,
  behind: CursorPosition | undefined,
  count: number,
) => { readonly first: readonly ContactRow[]; readonly total: number }

/** The ranges that hold the contacts of an audience, each in the order of the field. */
function findContactSources(tx: ReadTx, { id: list_id }: ListRow, field: ContactDate): ContactSource[] {
  if (field === 'created_at') {
    return [
      makeContactSource(tx.range(members.byCreation, { list_id })),
      makeContactSource(tx.range(phoneContacts.byCreation, { list_id })),
    ]
  }
  return [
    makeContactSource(tx.range(members.byChange, { list_id, archived: false })),
    makeContactSource(tx.range(members.byChange, { list_id, archived: true })),
    makeContactSource(tx.range(phoneContacts.byChange, { list_id })),
  ]
}

function makeContactSource<R extends ContactRow>(range: Range<R>): ContactSource {
  return (contactQuery, behind, count) => search(range, contactQuery, behind, count)
}
