import type { WorldHandle } from '../../runtime/world-handle.ts'
import { hashAddress } from '../../../service/model/members/member.ts'
import { historyEntries } from '../../../kernel/world/history.ts'
import type { Row } from '../../../kernel/world/table.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { readRowField, shownId, type Entity } from '../words/entities.ts'
import type { TableRow } from '../words/describe-thing.ts'

/** The thing that a `why` call asks about. */
export interface WhySubject {
  readonly entity: Entity
  readonly id: string
  readonly list_id: string | undefined
  /** The store, which is named only for what stores have. */
  readonly store_id?: string | undefined
}

export function eachRow(world: WorldState, { tables, kind }: Entity, visit: (tableRow: TableRow) => void): void {
  for (const table of tables) {
    if (!world.tables[table.number]) continue
    peek(world, (tx) =>
      tx.range(table.key).each((row) => {
        if (isOfKind(row, kind)) visit({ table, row })
      }),
    )
  }
}

function isOfKind(row: Row, kind: Entity['kind']): boolean {
  return kind === undefined || readRowField(row, 'kind') === kind
}

/** The things that currently have an id. If several id fields match, only the best field counts. */
export function currentMatches(handle: WorldHandle, world: WorldState, subject: WhySubject): TableRow[] {
  const rankOf = ranking(handle, subject)
  let best = Number.POSITIVE_INFINITY
  let found: TableRow[] = []
  eachRow(world, subject.entity, (tableRow) => {
    const rank = rankOf(tableRow.row)
    if (rank === -1 || rank > best) return
    if (rank < best) found = []
    best = rank
    found.push(tableRow)
  })
  return found
}

/** Things that have ever had an id, as far as the history reaches, in their last version, latest first. */
export function pastMatches(handle: WorldHandle, subject: WhySubject): TableRow[] {
  const { tables, kind } = subject.entity
  const rankOf = ranking(handle, subject)
  const found = new Map<number, TableRow>()
  for (const { changes } of historyEntries(handle.world.history)) {
    for (const { table, before, after } of changes) {
      if (!tables.includes(table)) continue
      const row = after ?? before
      if (!row || !isOfKind(row, kind)) continue
      const isMeant = rankOf(row) !== -1 || (before !== undefined && after !== undefined && rankOf(before) !== -1)
      if (isMeant && !found.has(row.seq)) found.set(row.seq, { table, row })
    }
  }
  return [...found.values()]
}

export function currentRow(world: WorldState, entity: Entity, seq: number): TableRow | undefined {
  let found: TableRow | undefined
  eachRow(world, entity, (tableRow) => {
    if (tableRow.row.seq === seq) found = tableRow
  })
  return found
}

/** Returns the rank of the id field that matches, or -1. */
function ranking({ world, log: { secrets } }: WorldHandle, { entity, id, list_id, store_id }: WhySubject): (row: Row) => number {
  const forms = idForms(world, entity, id)
  const { ids } = entity
  return (row) => {
    if (list_id !== undefined && readRowField(row, 'list_id') !== list_id) return -1
    if (store_id !== undefined && readRowField(row, 'store_id') !== store_id) return -1
    if (entity.secret && shownId(secrets, entity, row) === id) return 0
    // A plain loop: many rows are checked, and most don't match.
    for (let rank = 0; rank < ids.length; rank++) {
      const value = readRowField(row, ids[rank] ?? '')
      if (typeof value === 'string' ? forms.has(value) : typeof value === 'number' && forms.has(String(value))) return rank
    }
    return -1
  }
}

/** The forms in which an id may be stored. */
function idForms({ credentials }: WorldState, { ids }: Entity, id: string): ReadonlySet<string> {
  if (id.includes('@') && ids.includes('hash')) return new Set([hashAddress(id)])
  const suffix = `-${credentials.dc}`
  const bare = ids.includes('token') && id.endsWith(suffix) ? [id.slice(0, -suffix.length)] : []
  return new Set([id, id.toLowerCase(), id.toUpperCase(), ...bare])
}
