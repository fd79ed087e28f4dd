import type { WorldHandle } from '../../runtime/world-handle.ts'
import { lists } from '../../../service/model/lists/list.ts'
import { stores } from '../../../service/model/stores/store.ts'
import { upperFirst } from '../../../kernel/support/first-letter.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { historyEntries } from '../../../kernel/world/history.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { CauseDescriber } from './cause.ts'
import { fieldOf, shownId, fieldText, type Entity } from './entities.ts'
import type { HistoryStep, HistorySteps } from './history.ts'
import { cut, withoutPasswords } from './fields.ts'
import { namesIn } from './row-names.ts'
import type { TableRow } from './thing.ts'

/** A thing that exists or existed, and its history. */
export interface KnownThing {
  readonly entity: Entity
  readonly thing: TableRow
  readonly exists: boolean
  /** Whether it no longer has the requested id. */
  readonly byOldId: boolean
  readonly isPlanted: boolean
  readonly history: HistorySteps
}

/** The history of a thing in a few sentences. */
export function historySummary(handle: WorldHandle, known: KnownThing, describe: CauseDescriber): string {
  const { exists, isPlanted, history, entity, thing } = known
  const name = describeThing(handle, entity, thing)
  const last = history.steps.at(-1)
  const when = (step: HistoryStep): string => `${describe(step.historyEntry)} ${VERBS[step.change]} it`
  const begun = history.creation
    ? `${upperFirst(when(history.creation))} at ${isoMillis(history.creation.at)}`
    : isPlanted
      ? `The scenario ${handle.world.scenario} created it`
      : 'What created it is no longer known'
  if (!exists) {
    const gone = last?.change === 'deleted' ? `${when(last)} at ${isoMillis(last.at)}` : 'what deleted it is no longer known'
    return `${upperFirst(name)} is gone: ${gone}. ${begun}.`
  }
  const status = fieldOf(thing.row, 'status')
  const state = typeof status === 'string' ? `is ${status}` : 'exists'
  const since = !last || last === history.creation || (last.change === 'created' && history.steps.length === 1)
  const changed =
    since || !last ? 'nothing has changed it since' : `${describe(last.historyEntry)} changed it last, at ${isoMillis(last.at)}`
  const explained = entity.explain?.(thing.row as never)
  return [`${upperFirst(name)} ${state}. ${begun}; ${changed}.`, explained].filter(Boolean).join(' ')
}

const VERBS = { created: 'created', changed: 'changed', deleted: 'deleted' } as const

/** Describes a thing in a sentence: kind, name, id, the person it is about, and its list or store. */
export function describeThing(handle: WorldHandle, entity: Entity, { row }: TableRow): string {
  const id = shownId(handle.log.secrets, entity, row)
  const name = withoutPasswords(handle.log.secrets.hide(fieldText(row, entity.name)))
  const words = entity.word.replaceAll('_', ' ')
  const named = entity.secret
    ? `${id} of the application ${name}`
    : name === '' || name === id || entity.word === 'member'
      ? name || id
      : `${cut(name, NAME_CHARS_MAX)} (${id})`
  const person = personOf(handle, entity, row)
  if (person === undefined) {
    const list = ofList(handle, row, 'of')
    return `the ${words} ${named}${list}${ofStore(handle, row, list === '' ? 'of' : 'and')}`
  }
  return `the ${words} ${named} of ${person}${ofList(handle, row, 'on')}${ofStore(handle, row, 'in')}`
}

/** The person whom a thing without a name of its own is about: the customer of an order, or the contact who answered a survey. */
export function personOf({ world }: WorldHandle, { name, ids: [id], tables: [table] }: Entity, row: Row): string | undefined {
  if (name !== id || !table) return undefined
  const { customer_id, contact_id } = peek(world, (tx) => namesIn(tx, table, row))
  return customer_id ?? contact_id
}

const NAME_CHARS_MAX = 100

function ofList(handle: WorldHandle, row: object, word: string): string {
  const list_id: unknown = Reflect.get(row, 'list_id')
  if (typeof list_id !== 'string' || list_id === '') return ''
  return ` ${word} the list ${listName(handle, list_id)}`
}

function ofStore(handle: WorldHandle, row: object, word: string): string {
  const name = storeNameIn(handle, row)
  return name === undefined ? '' : ` ${word} the store ${name}`
}

/** The name of the store that a row belongs to. Returns `undefined` if it belongs to none. */
export function storeNameIn({ world }: WorldHandle, row: object): string | undefined {
  const id: unknown = Reflect.get(row, 'store_id')
  if (typeof id !== 'string' || id === '') return undefined
  const store = peek(world, (tx) => tx.first(stores.key, { id }))
  return store ? cut(store.name, NAME_CHARS_MAX) : nameOfDeleted(world, stores, id)
}

/** The name of a list, which may have been deleted; its id if the name is unknown. */
export function listName({ world }: WorldHandle, id: string): string {
  const list = peek(world, (tx) => tx.first(lists.key, { id }))
  return list ? cut(list.name, NAME_CHARS_MAX) : nameOfDeleted(world, lists, id)
}

/** The last name of a deleted row; its id if the name is no longer known. */
function nameOfDeleted(world: WorldState, from: Table<Row>, id: string): string {
  for (const { changes } of historyEntries(world.history)) {
    const deletion = changes.find(({ table, before }) => table === from && before && fieldOf(before, 'id') === id)
    if (deletion?.before) return cut(fieldText(deletion.before, 'name'), NAME_CHARS_MAX)
  }
  return id
}
