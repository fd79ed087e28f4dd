import { Defect } from '../world/errors.ts'
import { harOf } from './har.ts'
import type { ControlOperations } from './operation.ts'
import { entryOrThrow, wantedIn } from './request-filter.ts'
import { requestViews } from './request-view.ts'

export const requestOperations = {
  async getRequests({ stage, cell, query: { limit = REQUESTS_SHOWN, offset = 0, order = 'asc', ...wanted } }) {
    stage.pacer.sync(cell)
    const found = wantedIn(cell, wanted)
    const ordered = order === 'desc' ? found.toReversed() : found
    const shown = ordered.slice(offset, offset + limit)
    return { requests: await requestViews(cell, shown), total: found.length, evicted: cell.log.journal.evicted }
  },

  async getRequest({ stage, cell, path: { request_id: id } }) {
    stage.pacer.sync(cell)
    const [view] = await requestViews(cell, [entryOrThrow(cell, id)])
    if (!view) throw new Defect(`The request ${id} cannot be shown.`)
    return view
  },

  deleteRequests({ cell }) {
    cell.log.journal.forget()
  },

  getRequestsHar({ stage, cell, query }) {
    stage.pacer.sync(cell)
    return harOf(cell.world.base_url, stage.version, wantedIn(cell, query))
  },
} satisfies Partial<ControlOperations>

/** So many are shown when nothing is said. */
const REQUESTS_SHOWN = 100
