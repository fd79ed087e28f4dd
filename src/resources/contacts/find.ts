import type { Range } from '../../world/range.ts'
import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { members } from '../members/member.ts'
import type { Call } from '../operation.ts'
import type { ContactRow } from './contact.ts'
import { cursorAt, placeOf, type Place } from './cursor.ts'
import { phoneContacts } from './phone-contact.ts'
import { search, type Field, type Question } from './search.ts'

type Query = Call<'getContacts'>['query']

/** A page of the contacts that a query asks for, how many there are on all pages, and the cursor of the next page. */
export interface FoundContacts {
  readonly rows: readonly ContactRow[]
  readonly total: number
  /** Empty on the last page. */
  readonly next: string
}

/** Finds contacts of an audience: members and those with only a phone, in one order. */
export function findContacts(tx: Tx, list: ListRow, { cursor, count, ...query }: Query): FoundContacts {
  const question = questionOf(query)
  const { field, direction } = question
  const sealed = JSON.stringify([list.id, question])
  const behind = cursor === undefined ? undefined : placeOf(tx, sealed, cursor)
  // One more than fits on the page says whether there is another.
  const found = sourcesOf(tx, list, field).map((source) => source(question, behind, count + 1))
  const sign = direction === 'DESC' ? -1 : 1
  const rows = found.flatMap(({ first }) => first).toSorted((a, b) => sign * (a[field] - b[field] || a.seq - b.seq))
  const last = rows[count - 1]
  // From a page of none it goes on where it began.
  const onwards = last ? cursorAt(tx, sealed, { value: last[field], seq: last.seq }) : (cursor ?? '')
  return {
    rows: rows.slice(0, count),
    total: found.reduce((sum, { total }) => sum + total, 0),
    next: rows.length > count ? onwards : '',
  }
}

function questionOf({ sort_field, sort_dir = 'ASC', ...query }: Omit<Query, 'cursor' | 'count'>): Question {
  return {
    field: sort_field === 'updated_at' ? 'last_changed' : 'created_at',
    direction: sort_dir,
    windows: {
      created_at: { since: query.created_since ?? null, before: query.created_before ?? null },
      last_changed: { since: query.updated_since ?? null, before: query.updated_before ?? null },
    },
  }
}

type Source = (
  question: Question,
  behind: Place | undefined,
  count: number,
) => { readonly first: readonly ContactRow[]; readonly total: number }

/** Where the contacts of an audience are, each place in the order of a field. */
function sourcesOf(tx: Tx, { id: list_id }: ListRow, field: Field): Source[] {
  if (field === 'created_at') {
    return [sourceOf(tx.range(members.byCreation, { list_id })), sourceOf(tx.range(phoneContacts.byCreation, { list_id }))]
  }
  return [
    sourceOf(tx.range(members.byChange, { list_id, archived: false })),
    sourceOf(tx.range(members.byChange, { list_id, archived: true })),
    sourceOf(tx.range(phoneContacts.byChange, { list_id })),
  ]
}

function sourceOf<R extends ContactRow>(range: Range<R>): Source {
  return (question, behind, count) => search(range, question, behind, count)
}
