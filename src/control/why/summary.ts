import type { WorldHandle } from '../../runtime/world-handle.ts'
import { lists } from '../../resources/lists/list.ts'
import { isoMillis } from '../../support/time.ts'
import { historyEntries } from '../../world/history.ts'
import { peek } from '../../world/tx.ts'
import type { Teller } from './cause.ts'
import { fieldOf, shownId, textOf, type Entity } from './entities.ts'
import type { HistoryStep, HistorySteps } from './history.ts'
import { cut, withoutPasswords } from './fields.ts'
import type { Placed } from './thing.ts'

/** What is known of a thing that is there or was. */
export interface KnownThing {
  readonly entity: Entity
  readonly thing: Placed
  readonly exists: boolean
  /** Whether the id that was asked for does not lead to it now. */
  readonly byOldId: boolean
  readonly isPlanted: boolean
  readonly history: HistorySteps
}

/** The history of a thing in a few sentences. */
export function summaryOf(handle: WorldHandle, known: KnownThing, tell: Teller): string {
  const { exists, isPlanted, history, entity, thing } = known
  const name = called(handle, entity, thing)
  const last = history.deeds.at(-1)
  const when = (deed: HistoryStep): string => `${tell(deed.chapter)} ${VERBS[deed.change]} it`
  const begun = history.began
    ? `${upper(when(history.began))} at ${isoMillis(history.began.at)}`
    : isPlanted
      ? `The scenario ${handle.world.scenario} began with it`
      : 'What created it is no longer remembered'
  if (!exists) {
    const gone = last?.change === 'deleted' ? `${when(last)} at ${isoMillis(last.at)}` : 'what deleted it is no longer remembered'
    return `${upper(name)} is gone: ${gone}. ${begun}.`
  }
  const status = fieldOf(thing.row, 'status')
  const stands = typeof status === 'string' ? `is ${status}` : 'is there'
  const since = !last || last === history.began || (last.change === 'created' && history.deeds.length === 1)
  const changed =
    since || !last ? 'nothing has changed it since' : `${tell(last.chapter)} changed it last, at ${isoMillis(last.at)}`
  return `${upper(name)} ${stands}. ${begun}; ${changed}.`
}

const VERBS = { created: 'created', changed: 'changed', deleted: 'deleted' } as const

/** What a thing is called in a sentence: what it is, its name, its id, and the list it belongs to. */
export function called(handle: WorldHandle, entity: Entity, { row }: Placed): string {
  const id = shownId(handle.log.secrets, entity, row)
  const name = withoutPasswords(textOf(row, entity.name))
  const words = entity.word.replaceAll('_', ' ')
  const named = entity.secret
    ? `${id} of the application ${name}`
    : name === '' || name === id || entity.word === 'member'
      ? name || id
      : `${cut(name, NAME_CHARS_MAX)} (${id})`
  return `the ${words} ${named}${ofList(handle, row)}`
}

const NAME_CHARS_MAX = 100

function ofList(handle: WorldHandle, row: object): string {
  const list_id: unknown = Reflect.get(row, 'list_id')
  if (typeof list_id !== 'string' || list_id === '') return ''
  return ` of the list ${listName(handle, list_id)}`
}

/** The name of a list, whether it is there or was; else its id. */
function listName({ world }: WorldHandle, id: string): string {
  const there = peek(world, (tx) => tx.first(lists.key, { id }))
  if (there) return cut(there.name, NAME_CHARS_MAX)
  for (const { changes } of historyEntries(world.history)) {
    const gone = changes.find(({ table, before }) => table === lists && before && fieldOf(before, 'id') === id)
    if (gone?.before) return cut(textOf(gone.before, 'name'), NAME_CHARS_MAX)
  }
  return id
}

function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
