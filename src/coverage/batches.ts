import { parseBody } from '../calls/json.ts'
import { parseSearch } from '../calls/query.ts'
import type { Route } from '../contract/route.ts'
import { routes } from '../contract/service.ts'
import type { Coverage } from './coverage.ts'
import type { CallRecord, Message } from '../journal/call-record.ts'
import type { Worlds } from '../runtime/worlds.ts'

/** Lets coverage hear of the operations of batches, which no edge sees: they stand in the journals of all worlds. */
export function coverBatches(coverage: Coverage, worlds: Worlds): void {
  worlds.follow((handle, before) => {
    // A world that comes or goes is its own version before.
    if (before !== handle.world || handle.deleted) return
    handle.log.journal.follow((entry) => {
      if (entry.via === 'batch') note(coverage, handle.world.id, entry)
    })
  })
}

function note(coverage: Coverage, world: string, entry: CallRecord): void {
  const route = entry.operation === undefined ? undefined : byId().get(entry.operation)
  const query = entry.search === '' ? NO_PARAMETERS : parseSearch(entry.search)
  coverage.note({ contract: 'service', world, entry, route, query, body: bodyIn(entry.request) })
}

function bodyIn({ body, cut }: Message): unknown {
  if (body === '' || cut > 0) return undefined
  try {
    return parseBody(body)
  } catch {
    return undefined
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

let known: ReadonlyMap<string, Route> | undefined

/** The operations by their names, sorted when the first batch runs. */
function byId(): ReadonlyMap<string, Route> {
  return (known ??= new Map(routes.map((route) => [route.id, route])))
}
