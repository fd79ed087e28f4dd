import type { ControlQueryOf } from '../../contract/control.ts'
import { pathGlob } from '../../faults/path-glob.ts'
import type { CallRecord } from '../../journal/call-record.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { readInstantMillis } from '../../support/time.ts'
import { Defect } from '../../world/errors.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import { harOf } from './har.ts'
import { operationMethod, pathBelow, statusTest } from './match.ts'
import { operationOrThrow } from './named-operation.ts'
import { requestViews } from './view.ts'

/** The filters of a query. */
export type RequestQuery = ControlQueryOf<'getRequestsHar'>

/** The calls of a world that pass a filter, oldest first. */
export function filteredRequests(
  handle: WorldHandle,
  { operation, method, path, status, via, since, after }: RequestQuery,
): readonly CallRecord[] {
  const operations = operation?.map((name) => operationOrThrow(name))
  const wantedMethod = method?.toUpperCase()
  const matchesPath = path === undefined ? undefined : pathGlob(pathBelow(path))
  const matchesStatus = status === undefined ? undefined : statusOrThrow(status)
  const from = since === undefined ? 0 : instantOrThrow(since)
  const first = after === undefined ? 0 : entryOrThrow(handle, after, 422).number + 1
  return handle.log.journal
    .all()
    .filter(
      (entry) =>
        entry.number >= first &&
        entry.at >= from &&
        (via === undefined || entry.via === via) &&
        (!operations || operations.includes(entry.operation)) &&
        (!matchesStatus || matchesStatus(entry.status)) &&
        (wantedMethod === undefined || operationMethod(entry) === wantedMethod) &&
        (!matchesPath || matchesPath(pathBelow(entry.path))),
    )
}

/** The call with an id. Throws if there is none. */
export function entryOrThrow(handle: WorldHandle, id: string, status: 404 | 422 = 404): CallRecord {
  const { journal } = handle.log
  const found = journal.find(id)
  if (found) return found
  const evicted = journal.evicted > 0 ? ` ${journal.evicted} calls were evicted.` : ''
  throw new ControlError(status, `There is no request ${id.slice(0, 100)} (any more).${evicted} GET .../requests lists them.`)
}

function statusOrThrow(text: string): (status: number | null) => boolean {
  const test = statusTest(text)
  if (test) return test
  throw new ControlError(
    422,
    `The query parameter status must be a status such as 404, a kind of them such as 4xx, or none; ${text.slice(0, 100)} is not.`,
  )
}

function instantOrThrow(text: string): number {
  const at = readInstantMillis(text)
  if (at !== undefined) return at
  const hint = / \d{2}:?\d{2}$/.test(text) ? ' In a query, a plus sign must be encoded as %2B.' : ''
  throw new ControlError(
    422,
    `The query parameter since must be an ISO 8601 instant such as 2026-01-15T09:00:00Z; ${text.slice(0, 100)} is none.${hint}`,
  )
}

export const requestOperations = {
  async getRequests({ context, handle, query: { limit = REQUESTS_SHOWN, offset = 0, order = 'asc', ...wanted } }) {
    context.scheduler.sync(handle)
    const found = filteredRequests(handle, wanted)
    const ordered = order === 'desc' ? found.toReversed() : found
    const shown = ordered.slice(offset, offset + limit)
    return { requests: await requestViews(handle, shown), total: found.length, evicted: handle.log.journal.evicted }
  },

  async getRequest({ context, handle, path: { request_id: id } }) {
    context.scheduler.sync(handle)
    const [view] = await requestViews(handle, [entryOrThrow(handle, id)])
    if (!view) throw new Defect(`The request ${id} cannot be shown.`)
    return view
  },

  deleteRequests({ handle }) {
    handle.log.journal.deleteAll()
  },

  getRequestsHar({ context, handle, query }) {
    context.scheduler.sync(handle)
    return harOf(handle.world.base_url, context.version, filteredRequests(handle, query))
  },
} satisfies Partial<ControlOperations>

/** Default number of calls in an answer. */
const REQUESTS_SHOWN = 100
