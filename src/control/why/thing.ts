import type { WorldHandle } from '../../runtime/world-handle.ts'
import { hashOf } from '../../resources/members/member.ts'
import { historyEntries } from '../../world/history.ts'
import type { Row, Table } from '../../world/table.ts'
import { peek } from '../../world/tx.ts'
import type { World } from '../../world/world.ts'
import { fieldOf, shownId, type Entity } from './entities.ts'

/** What is asked about. */
export interface WhySubject {
  readonly entity: Entity
  readonly id: string
  readonly list_id: string | undefined
}

/** A row, and the table it is or was in. */
export interface Placed {
  readonly table: Table<Row>
  readonly row: Row
}

/** Visits the rows of an entity as they stand. */
export function eachRow(world: World, { tables, kind }: Entity, visit: (placed: Placed) => void): void {
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
  return kind === undefined || fieldOf(row, 'kind') === kind
}

/** The things that an id means in a world, by the best of the fields by which it means any. */
export function standing(handle: WorldHandle, world: World, wanted: WhySubject): Placed[] {
  const rankOf = ranking(handle, wanted)
  let best = Number.POSITIVE_INFINITY
  let found: Placed[] = []
  eachRow(world, wanted.entity, (placed) => {
    const rank = rankOf(placed.row)
    if (rank === -1 || rank > best) return
    if (rank < best) found = []
    best = rank
    found.push(placed)
  })
  return found
}

/** The things that an id has ever meant, as far as it is remembered, as they were last; the latest first. */
export function remembered(handle: WorldHandle, wanted: WhySubject): Placed[] {
  const { tables, kind } = wanted.entity
  const rankOf = ranking(handle, wanted)
  const found = new Map<number, Placed>()
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

/** The thing of a number as it stands in a world. */
export function standingAs(world: World, entity: Entity, seq: number): Placed | undefined {
  let found: Placed | undefined
  eachRow(world, entity, (placed) => {
    if (placed.row.seq === seq) found = placed
  })
  return found
}

/** Which of the fields by which an entity is known holds the id that is asked about; -1 for none of them. */
function ranking({ world, log: { secrets } }: WorldHandle, { entity, id, list_id }: WhySubject): (row: Row) => number {
  const written = writings(world, entity, id)
  const { ids } = entity
  return (row) => {
    if (list_id !== undefined && fieldOf(row, 'list_id') !== list_id) return -1
    if (entity.secret && shownId(secrets, entity, row) === id) return 0
    // Very many rows are looked at, most of them in vain.
    for (let rank = 0; rank < ids.length; rank++) {
      const value = fieldOf(row, ids[rank] ?? '')
      if (typeof value === 'string' ? written.has(value) : typeof value === 'number' && written.has(String(value))) return rank
    }
    return -1
  }
}

/** The ways in which an id may stand in rows. */
function writings({ credentials }: World, { ids }: Entity, id: string): ReadonlySet<string> {
  if (id.includes('@') && ids.includes('hash')) return new Set([hashOf(id)])
  const suffix = `-${credentials.dc}`
  const bare = ids.includes('token') && id.endsWith(suffix) ? [id.slice(0, -suffix.length)] : []
  return new Set([id, id.toLowerCase(), id.toUpperCase(), ...bare])
}
