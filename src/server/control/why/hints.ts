import { lists } from '../../../service/model/lists/list.ts'
import { forgotten, hashAddress, members } from '../../../service/model/members/member.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { WorldRegistry } from '../../runtime/worlds.ts'
import { md5 } from '../../../kernel/support/digest.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { stalenessMs } from '../../../service/faults/staleness.ts'
import { didYouMean } from '../../../kernel/support/nearest.ts'
import type { TableState } from '../../../kernel/world/table-state.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { entities, type Entity, readRowField, shownId, fieldText } from '../words/entities.ts'
import { describeThing, type TableRow } from '../words/describe-thing.ts'
import type { KnownThing } from './history.ts'
import { currentRow, eachRow, pastMatches, currentMatches, type WhySubject } from './thing.ts'

/** Maximum number of things named in a hint. */
const NAMED_MAX = 3

function inOtherPlaces(handle: WorldHandle, subject: WhySubject): string[] {
  if (subject.list_id === undefined && subject.store_id === undefined) return []
  const elsewhere = currentMatches(handle, handle.world, { ...subject, list_id: undefined, store_id: undefined })
  return elsewhere.slice(0, NAMED_MAX).map((tableRow) => `There is ${describeThing(handle, subject.entity, tableRow)}.`)
}

/** A shorter id is too ambiguous to search for. */
const ID_LENGTH_MIN = 5

/** Finds things of other kinds with the same id. */
function asOtherEntity(handle: WorldHandle, { entity, id }: WhySubject): string[] {
  if (id.length < ID_LENGTH_MIN) return []
  const found = entities
    .filter((other) => !other.tables.some((table) => entity.tables.includes(table)))
    .flatMap((other) =>
      currentMatches(handle, handle.world, { entity: other, id, list_id: undefined }).map((tableRow) => ({ other, tableRow })),
    )
  return found
    .slice(0, NAMED_MAX)
    .map(({ other, tableRow }) => `This is the id of ${describeThing(handle, other, tableRow)}: ask for entity=${other.word}.`)
}

/** Names of other worlds on the server that have a thing with this id; nothing else about them is revealed. */
function inOtherWorlds(worlds: WorldRegistry, handle: WorldHandle, subject: WhySubject): string[] {
  const named: string[] = []
  // Worlds of one scenario share tables; each table is searched once.
  const found = new Map<TableState | undefined, boolean>()
  let rows = 0
  for (const other of worlds.all()) {
    if (other === handle) continue
    const [table] = subject.entity.tables
    const state = table && other.world.tables[table.number]
    if (rows > ROWS_MAX || named.length >= NAMED_MAX) break
    if (!found.has(state)) {
      eachRow(other.world, subject.entity, () => rows++)
      found.set(state, currentMatches(other, other.world, subject).length > 0)
    }
    if (found.get(state)) named.push(other.world.id)
  }
  return named.map((id) => `The world ${id} has one: the call may have been meant for it.`)
}

/** Maximum number of rows searched in other worlds. */
const ROWS_MAX = 500_000

/** Finds addresses whose MD5 was computed without lowercasing them. */
function wrongHashes({ world }: WorldHandle, { entity, id, list_id }: WhySubject): string[] {
  const hints: string[] = []
  if (!/^[0-9a-f]{32}$/i.test(id)) return hints
  eachRow(world, entity, ({ table, row }) => {
    if (table !== members || (list_id !== undefined && readRowField(row, 'list_id') !== list_id)) return
    const address = fieldText(row, 'email_address')
    if (address === address.toLowerCase() || md5(address) !== id.toLowerCase()) return
    hints.push(
      `This is the MD5 of ${address} as it is written; the subscriber hash is that of the address in lower case: ${fieldText(row, 'hash')}.`,
    )
  })
  return hints.slice(0, NAMED_MAX)
}

/** Maximum number of candidates that are compared letter by letter. */
const COMPARED_MAX = 2_000

const ALIKE = 3

/** Ids and names that may have been meant. */
function similarIds(handle: WorldHandle, { entity, id, list_id, store_id }: WhySubject): string[] {
  if (entity.secret || id === '') return []
  const wrong = id.toLowerCase()
  const fields = comparedFields(entity)
  const candidates = new Set<string>()
  const all = new Set<string>()
  eachRow(handle.world, entity, ({ row }) => {
    if (list_id !== undefined && readRowField(row, 'list_id') !== list_id) return
    if (store_id !== undefined && readRowField(row, 'store_id') !== store_id) return
    for (const field of fields) {
      const known = fieldText(row, field)
      if (all.size < NAMED_MAX) all.add(known)
      if (known !== '' && candidates.size < COMPARED_MAX && isSimilar(known.toLowerCase(), wrong)) candidates.add(known)
    }
  })
  const meant = didYouMean(id, [...candidates])
  if (meant !== '') return [meant]
  const some = [...all].filter((known) => known !== '')
  return some.length === 0
    ? [`The world ${handle.world.id} has no ${entity.word} at all.`]
    : [`For example, there are: ${some.join(', ')}.`]
}

function comparedFields({ word, ids, name }: Entity): readonly string[] {
  if (word === 'member' || word === 'contact') return ['email_address', 'hash', 'contact_id']
  return [...new Set([ids[0] ?? '', name])]
}

function isSimilar(known: string, wrong: string): boolean {
  if (Math.abs(known.length - wrong.length) > Math.max(2, wrong.length / 3)) return false
  return wrong.length <= ALIKE || known.startsWith(wrong.slice(0, ALIKE)) || known.endsWith(wrong.slice(-ALIKE))
}

/** Hints for a thing that exists or existed. */
export function hintsForFound(
  handle: WorldHandle,
  subject: WhySubject,
  { entity, thing, exists, byOldId }: KnownThing,
): string[] {
  const { world, log } = handle
  const hints: string[] = []
  if (exists && byOldId) {
    const now =
      entity.word === 'member'
        ? `its address is ${fieldText(thing.row, 'email_address')}`
        : `its id is ${shownId(log.secrets, entity, thing.row)}`
    hints.push(`It no longer has the id you asked for: ${now} now.`)
  }
  const others = pastMatches(handle, subject).filter(({ row }) => row.seq !== thing.row.seq)
  for (const other of others.slice(0, NAMED_MAX)) {
    const id = fieldText(other.row, entity.word === 'member' ? 'contact_id' : (entity.ids[0] ?? ''))
    const how = entity.secret ? '' : ` Ask for it by its id ${id}.`
    hints.push(`The same id has also belonged to ${describeThing(handle, entity, other)}.${entity.ids.length > 1 ? how : ''}`)
  }
  if (exists) {
    const reason = peek(world, (tx) => entity.hiddenBecause?.(tx, thing.row))
    return [...hints, ...(reason === undefined ? [] : [reason]), ...inLaggingReads(handle, entity, thing)]
  }
  const list_id = readRowField(thing.row, 'list_id')
  if (typeof list_id !== 'string' || list_id === '') return hints
  return [...hints, ...missingList(handle, list_id), ...permanentlyDeleted(handle, list_id, fieldText(thing.row, 'hash'))]
}

/** Tells that reads which lag behind do not show a thing as it is. */
function inLaggingReads({ world, past }: WorldHandle, entity: Entity, { row }: TableRow): string[] {
  const instant = world.clock.now - stalenessMs(world)
  const before = past.at(instant, world)
  if (!before) return []
  const then = currentRow(before, entity, row.seq)?.row
  if (then === row) return []
  const shown = isoMillis(Math.max(instant, before.clock.now))
  return [
    `Reads that lag behind (staleness) are answered as of ${shown}, ${then ? 'when it was different' : 'when it did not exist yet'}.`,
  ]
}

/** Hints for an id that never led to anything. */
export function hintsForMissing(worlds: WorldRegistry, handle: WorldHandle, subject: WhySubject): string[] {
  const { entity, id, list_id } = subject
  const hash = id.includes('@') ? hashAddress(id) : id.toLowerCase()
  return [
    ...(list_id === undefined ? [] : missingList(handle, list_id)),
    ...(entity.word === 'member' ? [...permanentlyDeleted(handle, list_id, hash), ...wrongHashes(handle, subject)] : []),
    ...inOtherPlaces(handle, subject),
    ...asOtherEntity(handle, subject),
    ...inOtherWorlds(worlds, handle, subject),
    ...similarIds(handle, subject),
  ]
}

function missingList({ world }: WorldHandle, id: string): string[] {
  if (peek(world, (tx) => tx.first(lists.key, { id }))) return []
  // Cutting may split a surrogate pair, which can't be encoded.
  const shown = id.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '')
  return [`There is no list ${shown} either: ask for entity=list&id=${encodeURIComponent(shown)}.`]
}

/** Addresses that were permanently deleted; the API can't add them again. */
function permanentlyDeleted({ world }: WorldHandle, list_id: string | undefined, hash: string): string[] {
  const deleted = hash === '' ? [] : peek(world, (tx) => tx.range(forgotten.key, list_id === undefined ? {} : { list_id }).all())
  return deleted
    .filter((row) => row.hash === hash)
    .slice(0, NAMED_MAX)
    .map((row) => `The address was permanently deleted from the list ${row.list_id}: the API can't add it there again.`)
}
