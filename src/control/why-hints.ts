import type { Cell, Worlds } from '../host/worlds.ts'
import { accountExports, isPast } from '../resources/account-exports/export.ts'
import { batches, KEPT_S } from '../resources/batches/batch.ts'
import { campaigns, isSent } from '../resources/campaigns/campaign.ts'
import { lists } from '../resources/lists/list.ts'
import { forgotten, hashOf, members } from '../resources/members/member.ts'
import { peek, type Tx } from '../world/tx.ts'
import { fieldOf, shownId, textOf } from './why-entities.ts'
import { asOtherEntity, inOtherLists, inOtherWorlds, likeIt, wrongHashes } from './why-nearby.ts'
import { called, type Known } from './why-summary.ts'
import { remembered, type Wanted } from './why-thing.ts'

/** A hint names so many things. */
const NAMED_MAX = 3

/** What may help where a thing is there, or was. */
export function hintsForSomething(cell: Cell, wanted: Wanted, { entity, thing, exists, byOldId }: Known): string[] {
  const { world, log } = cell
  const hints: string[] = []
  if (exists && byOldId) {
    const now =
      entity.word === 'member'
        ? `its address is ${textOf(thing.row, 'email_address')}`
        : `its id is ${shownId(log.secrets, entity, thing.row)}`
    hints.push(`What was asked for does not lead to it any more: ${now} now.`)
  }
  const others = remembered(cell, wanted).filter(({ row }) => row.seq !== thing.row.seq)
  for (const other of others.slice(0, NAMED_MAX)) {
    const id = textOf(other.row, entity.word === 'member' ? 'contact_id' : (entity.ids[0] ?? ''))
    const how = entity.secret ? '' : ` Ask for it by its id ${id}.`
    hints.push(`The same id has also meant ${called(cell, entity, other)}.${entity.ids.length > 1 ? how : ''}`)
  }
  if (exists)
    return [
      ...hints,
      ...(peek(world, (tx) => WHEN_THERE[entity.word]?.(tx, textOf(thing.row, entity.ids[0] ?? ''), thing.row)) ?? []),
    ]
  const list_id = fieldOf(thing.row, 'list_id')
  if (typeof list_id !== 'string' || list_id === '') return hints
  return [...hints, ...goneList(cell, list_id), ...forGood(cell, list_id, textOf(thing.row, 'hash'))]
}

/** What may help where there is and was nothing. */
export function hintsForNothing(worlds: Worlds, cell: Cell, wanted: Wanted): string[] {
  const { entity, id, list_id } = wanted
  const hash = id.includes('@') ? hashOf(id) : id.toLowerCase()
  return [
    ...(list_id === undefined ? [] : goneList(cell, list_id)),
    ...(entity.word === 'member' ? [...forGood(cell, list_id, hash), ...wrongHashes(cell, wanted)] : []),
    ...inOtherLists(cell, wanted),
    ...asOtherEntity(cell, wanted),
    ...inOtherWorlds(worlds, cell, wanted),
    ...likeIt(cell, wanted),
  ]
}

function goneList({ world }: Cell, id: string): string[] {
  if (peek(world, (tx) => tx.first(lists.key, { id }))) return []
  // What is cut off may end in half a character, which nothing encodes.
  const shown = id.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '')
  return [`There is no list ${shown} either: ask for entity=list&id=${encodeURIComponent(shown)}.`]
}

/** An address that was deleted for good cannot come back by the API. */
function forGood({ world }: Cell, list_id: string | undefined, hash: string): string[] {
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
