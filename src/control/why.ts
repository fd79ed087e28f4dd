import type { Schemas } from '../contract/control.ts'
import type { Cell } from '../host/cell.ts'
import { isoMillis } from '../support/time.ts'
import { ControlError } from './errors.ts'
import type { ControlOperations } from './operation.ts'
import { wantedOf } from './why-asked.ts'
import { tellerOf } from './why-cause.ts'
import { fieldOf, SECRET, shownId } from './why-entities.ts'
import { withoutSecrets } from './why-fields.ts'
import { hintsForNothing, hintsForSomething } from './why-hints.ts'
import { deedsOf } from './why-history.ts'
import { summaryOf, type Known } from './why-summary.ts'
import { remembered, standing, standingAs, type Placed, type Wanted } from './why-thing.ts'

export const whyOperations = {
  getWhy({ stage, cell, query }) {
    stage.pacer.sync(cell)
    const wanted = wantedOf(cell, query)
    const known = knownOf(cell, wanted)
    if (known) return viewOf(cell, wanted, known)
    const { entity, id, list_id } = wanted
    return {
      entity: entity.word,
      id: entity.secret ? SECRET : id,
      ...(list_id === undefined ? {} : { list_id }),
      exists: false,
      origin: 'never',
      summary: nothingThere(cell, wanted),
      found: null,
      history: [],
      omitted: 0,
      evicted: cell.world.history.evicted,
      hints: hintsForNothing(stage.worlds, cell, wanted),
    }
  },
} satisfies Partial<ControlOperations>

/** What an id leads to: what is there, else what was there last. */
function knownOf(cell: Cell, wanted: Wanted): Known | undefined {
  const { entity } = wanted
  const { world, origin } = cell
  const there = only(standing(cell, world, wanted), wanted)
  const thing = there ?? remembered(cell, wanted)[0] ?? standing(cell, origin, wanted)[0]
  if (!thing) return undefined
  // It may be there by another id than it was asked for.
  const now = there ?? standingAs(world, entity, thing.row.seq)
  const history = deedsOf(world, entity, now ?? thing)
  const isPlanted = !history.began && (world.history.evicted === 0 || !!standingAs(origin, entity, thing.row.seq))
  return { entity, thing: now ?? thing, exists: now !== undefined, byOldId: !there, isPlanted, history }
}

/** The one thing that is there by an id. Of several in as many lists nobody can know which is meant. */
function only(found: readonly Placed[], { entity, id }: Wanted): Placed | undefined {
  const inOrder = found.toSorted((a, b) => a.row.seq - b.row.seq)
  const holders = [...new Set(inOrder.map(({ row }) => fieldOf(row, 'list_id')))]
  if (holders.length <= 1) return found[0]
  const some = holders.slice(0, LISTS_NAMED_MAX).map((list_id) => `list_id=${String(list_id)}`)
  const more = holders.length > some.length ? ` (and ${holders.length - some.length} more)` : ''
  throw new ControlError(
    422,
    `There is a ${entity.word} ${id.slice(0, 200)} in ${holders.length} lists. Say which is meant by ${some.join(' or ')}${more}.`,
  )
}

const LISTS_NAMED_MAX = 10

function viewOf(cell: Cell, wanted: Wanted, known: Known): Schemas['Why'] {
  const { entity, thing, exists, isPlanted, history } = known
  const tell = tellerOf(cell)
  const list_id = fieldOf(thing.row, 'list_id')
  return {
    entity: entity.word,
    id: shownId(cell.log.secrets, entity, thing.row),
    ...(typeof list_id === 'string' && list_id !== '' ? { list_id } : {}),
    exists,
    origin: history.began ? originOf(history.began.cause) : isPlanted ? 'scenario' : 'unknown',
    summary: summaryOf(cell, known, tell),
    found: exists ? withoutSecrets(thing.table, thing.row) : null,
    history: history.deeds.map(({ event, at, cause = {}, change, changed, chapter }) => ({
      event,
      at: isoMillis(at),
      cause,
      by: tell(chapter),
      change,
      changed: [...changed],
    })),
    omitted: history.omitted,
    evicted: cell.world.history.evicted,
    hints: hintsForSomething(cell, wanted, known),
  }
}

function originOf(cause: object | undefined): 'request' | 'job' | 'trigger' | 'unknown' {
  if (!cause) return 'unknown'
  return 'request' in cause ? 'request' : 'job' in cause ? 'job' : 'trigger'
}

function nothingThere({ world }: Cell, { entity, id, list_id }: Wanted): string {
  const of = list_id === undefined ? '' : ` of the list ${list_id.slice(0, 100)}`
  const name = `${entity.word.replaceAll('_', ' ')} ${entity.secret ? 'of this text' : id.slice(0, 200)}${of}`
  const { evicted } = world.history
  const ever =
    evicted > 0
      ? `, nor was there one in its latest changes: ${evicted} earlier ones are no longer remembered`
      : ', and there never was'
  return `There is no ${name} in the world ${world.id}${ever}.`
}
