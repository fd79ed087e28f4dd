import { accountExports, isPast } from '../../resources/account-exports/export.ts'
import { batches, KEPT_S } from '../../resources/batches/batch.ts'
import { campaigns, isSent } from '../../resources/campaigns/campaign.ts'
import { lists } from '../../resources/lists/list.ts'
import { forgotten, hashOf, members } from '../../resources/members/member.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Worlds } from '../../runtime/worlds.ts'
import { md5 } from '../../support/digest.ts'
import { nearest } from '../../support/nearest.ts'
import type { TableState } from '../../world/table.ts'
import { peek, type Tx } from '../../world/tx.ts'
import { entities, type Entity, fieldOf, shownId, textOf } from './entities.ts'
import { called, type KnownThing } from './summary.ts'
import { eachRow, remembered, standing, type WhySubject } from './thing.ts'

/** A hint names so many things. */
const NAMED_MAX = 3

/** Things with the same id in other lists of the world. */
export function inOtherLists(handle: WorldHandle, wanted: WhySubject): string[] {
  if (wanted.list_id === undefined) return []
  const elsewhere = standing(handle, handle.world, { ...wanted, list_id: undefined })
  return elsewhere.slice(0, NAMED_MAX).map((placed) => `There is ${called(handle, wanted.entity, placed)}.`)
}

/** An id so short says nothing of what it is the id of. */
const TELLING = 5

/** Things of other kinds with the same id. */
export function asOtherEntity(handle: WorldHandle, { entity, id }: WhySubject): string[] {
  if (id.length < TELLING) return []
  const found = entities
    .filter((other) => !other.tables.some((table) => entity.tables.includes(table)))
    .flatMap((other) =>
      standing(handle, handle.world, { entity: other, id, list_id: undefined }).map((placed) => ({ other, placed })),
    )
  return found
    .slice(0, NAMED_MAX)
    .map(({ other, placed }) => `This is the id of ${called(handle, other, placed)}: ask for entity=${other.word}.`)
}

/** The names of other worlds of the server that have a thing of this id; nothing else is told of them. */
export function inOtherWorlds(worlds: Worlds, handle: WorldHandle, wanted: WhySubject): string[] {
  const named: string[] = []
  // Worlds of one scenario share their rows, and each is looked through once.
  const looked = new Map<TableState | undefined, boolean>()
  let rows = 0
  for (const other of worlds.all()) {
    if (other === handle) continue
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
export function wrongHashes({ world }: WorldHandle, { entity, id, list_id }: WhySubject): string[] {
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
export function likeIt(handle: WorldHandle, { entity, id, list_id }: WhySubject): string[] {
  if (entity.secret || id === '') return []
  const wrong = id.toLowerCase()
  const fields = likenessOf(entity)
  const candidates = new Set<string>()
  const all = new Set<string>()
  eachRow(handle.world, entity, ({ row }) => {
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
    ? [`The world ${handle.world.id} has no ${entity.word} at all.`]
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

/** What may help where a thing is there, or was. */
export function hintsForSomething(
  handle: WorldHandle,
  wanted: WhySubject,
  { entity, thing, exists, byOldId }: KnownThing,
): string[] {
  const { world, log } = handle
  const hints: string[] = []
  if (exists && byOldId) {
    const now =
      entity.word === 'member'
        ? `its address is ${textOf(thing.row, 'email_address')}`
        : `its id is ${shownId(log.secrets, entity, thing.row)}`
    hints.push(`What was asked for does not lead to it any more: ${now} now.`)
  }
  const others = remembered(handle, wanted).filter(({ row }) => row.seq !== thing.row.seq)
  for (const other of others.slice(0, NAMED_MAX)) {
    const id = textOf(other.row, entity.word === 'member' ? 'contact_id' : (entity.ids[0] ?? ''))
    const how = entity.secret ? '' : ` Ask for it by its id ${id}.`
    hints.push(`The same id has also meant ${called(handle, entity, other)}.${entity.ids.length > 1 ? how : ''}`)
  }
  if (exists)
    return [
      ...hints,
      ...(peek(world, (tx) => WHEN_THERE[entity.word]?.(tx, textOf(thing.row, entity.ids[0] ?? ''), thing.row)) ?? []),
    ]
  const list_id = fieldOf(thing.row, 'list_id')
  if (typeof list_id !== 'string' || list_id === '') return hints
  return [...hints, ...goneList(handle, list_id), ...forGood(handle, list_id, textOf(thing.row, 'hash'))]
}

/** What may help where there is and was nothing. */
export function hintsForNothing(worlds: Worlds, handle: WorldHandle, wanted: WhySubject): string[] {
  const { entity, id, list_id } = wanted
  const hash = id.includes('@') ? hashOf(id) : id.toLowerCase()
  return [
    ...(list_id === undefined ? [] : goneList(handle, list_id)),
    ...(entity.word === 'member' ? [...forGood(handle, list_id, hash), ...wrongHashes(handle, wanted)] : []),
    ...inOtherLists(handle, wanted),
    ...asOtherEntity(handle, wanted),
    ...inOtherWorlds(worlds, handle, wanted),
    ...likeIt(handle, wanted),
  ]
}

function goneList({ world }: WorldHandle, id: string): string[] {
  if (peek(world, (tx) => tx.first(lists.key, { id }))) return []
  // What is cut off may end in half a character, which nothing encodes.
  const shown = id.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '')
  return [`There is no list ${shown} either: ask for entity=list&id=${encodeURIComponent(shown)}.`]
}

/** An address that was deleted for good cannot come back by the API. */
function forGood({ world }: WorldHandle, list_id: string | undefined, hash: string): string[] {
  const kept = hash === '' ? [] : peek(world, (tx) => tx.range(forgotten.key, list_id === undefined ? {} : { list_id }).all())
  return kept
    .filter((row) => row.hash === hash)
    .slice(0, NAMED_MAX)
    .map((row) => `The address was deleted for good from the list ${row.list_id}: it cannot be added there again by the API.`)
}

/** Why the API may not show a thing although it is there. */
const WHEN_THERE: { readonly [entity: string]: (tx: Tx, id: string, row: object) => string[] } = {
  member: (tx, _id, row) => {
    const contact_id: unknown = Reflect.get(row, 'contact_id')
    const member = typeof contact_id === 'string' ? tx.first(members.key, { contact_id }) : undefined
    return member?.archived
      ? ['It is archived: the collection of members leaves it out unless status=archived is asked for.']
      : []
  },
  report: (tx, id) => {
    const campaign = tx.first(campaigns.key, { id })
    return campaign && !isSent(campaign) ? ['The campaign was cancelled before anybody got it, so it has no report.'] : []
  },
  batch: (tx, id) => {
    const batch = tx.first(batches.key, { id })
    return batch && batch.submitted_at + KEPT_S <= tx.now
      ? ['It is older than seven days: the collection of batches leaves it out.']
      : []
  },
  account_export: (tx, id) => {
    const found = tx.first(accountExports.key, { id: Number(id) })
    return found && isPast(tx, found) ? ['It was finished more than ninety days ago: the API does not show it any more.'] : []
  },
}
