import { parseBody } from '../../../service/calls/json.ts'
import { parseSearch } from '../../../service/calls/query.ts'
import type { Route } from '../../../kernel/contract/route.ts'
import { routes } from '../../../kernel/contract/service.ts'
import type { Coverage } from './coverage.ts'
import type { CallRecord, MessageView } from '../call-record.ts'
import type { WorldRegistry } from '../../runtime/worlds.ts'
import { vocabularyOf } from '../../../service/vocabulary/world-vocabulary.ts'
import type { WorldState } from '../../../kernel/world/world.ts'

/**
 * Feeds the operations of batches to coverage. They don't pass through the HTTP pipeline, so they are read from the journals of all
 * worlds.
 */
export function followBatches(coverage: Coverage, worlds: WorldRegistry): void {
  worlds.follow((handle, before) => {
    // A world that was just added or deleted is passed as its own previous version.
    if (before !== handle.world || handle.deleted) return
    handle.log.journal.follow((entry) => {
      if (entry.via === 'batch') note(coverage, handle.world, entry)
    })
  })
}

function note(coverage: Coverage, { id: world, settings }: WorldState, entry: CallRecord): void {
  const route = entry.operation === undefined ? undefined : byId().get(entry.operation)
  const vocabulary = route && vocabularyOf(settings)
  const query = entry.search === '' ? NO_PARAMETERS : parseSearch(entry.search)
  const body = bodyIn(entry.request)
  coverage.note({
    contract: 'service',
    world,
    record: entry,
    route,
    query: vocabulary ? vocabulary.queryOf(route, query) : query,
    body: vocabulary ? vocabulary.bodyOf(route, body) : body,
  })
}

function bodyIn({ body, cut }: MessageView): unknown {
  if (body === '' || cut > 0) return undefined
  try {
    return parseBody(body)
  } catch {
    return undefined
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

let known: ReadonlyMap<string, Route> | undefined

/** The operations by id; built when the first batch runs. */
function byId(): ReadonlyMap<string, Route> {
  return (known ??= new Map(routes.map((route) => [route.id, route])))
}
