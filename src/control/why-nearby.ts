import type { Cell, Worlds } from '../host/worlds.ts'
import { members } from '../resources/members/member.ts'
import { md5 } from '../support/digest.ts'
import { nearest } from '../support/nearest.ts'
import type { TableState } from '../world/table.ts'
import { entities, fieldOf, textOf, type Entity } from './why-entities.ts'
import { called } from './why-summary.ts'
import { eachRow, standing, type Wanted } from './why-thing.ts'

/** A hint names so many things. */
const NAMED_MAX = 3

/** Things with the same id in other lists of the world. */
export function inOtherLists(cell: Cell, wanted: Wanted): string[] {
  if (wanted.list_id === undefined) return []
  const elsewhere = standing(cell, cell.world, { ...wanted, list_id: undefined })
  return elsewhere.slice(0, NAMED_MAX).map((placed) => `There is ${called(cell, wanted.entity, placed)}.`)
}

/** An id so short says nothing of what it is the id of. */
const TELLING = 5

/** Things of other kinds with the same id. */
export function asOtherEntity(cell: Cell, { entity, id }: Wanted): string[] {
  if (id.length < TELLING) return []
  const found = entities
    .filter((other) => !other.tables.some((table) => entity.tables.includes(table)))
    .flatMap((other) =>
      standing(cell, cell.world, { entity: other, id, list_id: undefined }).map((placed) => ({ other, placed })),
    )
  return found
    .slice(0, NAMED_MAX)
    .map(({ other, placed }) => `This is the id of ${called(cell, other, placed)}: ask for entity=${other.word}.`)
}

/** The names of other worlds of the server that have a thing of this id; nothing else is told of them. */
export function inOtherWorlds(worlds: Worlds, cell: Cell, wanted: Wanted): string[] {
  const named: string[] = []
  // Worlds of one scenario share their rows, and each is looked through once.
  const looked = new Map<TableState | undefined, boolean>()
  let rows = 0
  for (const other of worlds.all()) {
    if (other === cell) continue
    const [table] = wanted.entity.tables
    const state = table && other.world.tables[table.number]
    if (rows > ROWS_MAX || named.length >= NAMED_MAX) break
    if (!looked.has(state)) {
      eachRow(other.world, wanted.entity, () => rows++)
      looked.set(state, standing(other, other.world, wanted).length > 0)
    }
    if (looked.get(state)) named.push(other.world.id)
  }
  return named.map((id) => `The world ${id} has one: the call may have been meant for it.`)
}

/** So many rows of other worlds are looked at. */
const ROWS_MAX = 500_000

/** Addresses whose MD5 was taken as they are written, and not in lower case. */
export function wrongHashes({ world }: Cell, { entity, id, list_id }: Wanted): string[] {
  const hints: string[] = []
  if (!/^[0-9a-f]{32}$/i.test(id)) return hints
  eachRow(world, entity, ({ table, row }) => {
    if (table !== members || (list_id !== undefined && fieldOf(row, 'list_id') !== list_id)) return
    const address = textOf(row, 'email_address')
    if (address === address.toLowerCase() || md5(address) !== id.toLowerCase()) return
    hints.push(
      `This is the MD5 of ${address} as it is written; the subscriber hash is that of the address in lower case: ${textOf(row, 'hash')}.`,
    )
  })
  return hints.slice(0, NAMED_MAX)
}

/** Of what is like it at its beginning or at its end, so many are compared letter by letter. */
const COMPARED_MAX = 2_000

const ALIKE = 3

/** The ids and names that somebody may have meant. */
export function likeIt(cell: Cell, { entity, id, list_id }: Wanted): string[] {
  if (entity.secret || id === '') return []
  const wrong = id.toLowerCase()
  const fields = likenessOf(entity)
  const candidates = new Set<string>()
  const all = new Set<string>()
  eachRow(cell.world, entity, ({ row }) => {
    if (list_id !== undefined && fieldOf(row, 'list_id') !== list_id) return
    for (const field of fields) {
      const known = textOf(row, field)
      if (all.size < NAMED_MAX) all.add(known)
      if (known !== '' && candidates.size < COMPARED_MAX && isAlike(known.toLowerCase(), wrong)) candidates.add(known)
    }
  })
  const meant = nearest(id, [...candidates])
  if (meant.length > 0) return [`Was ${meant.join(' or ')} meant?`]
  const some = [...all].filter((known) => known !== '')
  return some.length === 0
    ? [`The world ${cell.world.id} has no ${entity.word} at all.`]
    : [`There are for example: ${some.join(', ')}.`]
}

/** By which fields a thing is looked for that somebody may have misspelt. */
function likenessOf({ word, ids, name }: Entity): readonly string[] {
  if (word === 'member' || word === 'contact') return ['email_address', 'hash', 'contact_id']
  return [...new Set([ids[0] ?? '', name])]
}

function isAlike(known: string, wrong: string): boolean {
  if (Math.abs(known.length - wrong.length) > Math.max(2, wrong.length / 3)) return false
  return wrong.length <= ALIKE || known.startsWith(wrong.slice(0, ALIKE)) || known.endsWith(wrong.slice(-ALIKE))
}
