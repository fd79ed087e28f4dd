import type { Schemas } from '../contract/control.ts'
import { ignoredMembers, ignoredParameters } from '../contract/ignored.ts'
import { leanedOn } from '../contract/leaned.ts'
import { outlinesOf } from '../contract/outline.ts'
import { headersIn, type Entry } from '../host/entry.ts'
import type { Cell } from '../host/worlds.ts'
import { isoMillis } from '../support/time.ts'
import { changesBy } from './request-changes.ts'
import { sentFields, sentParameters } from './request-sent.ts'
import { bodyIn, broughtBody, queryIn, routeOf } from './request-parts.ts'

/** Shows calls, with what is found out about them only now. */
export function requestViews(cell: Cell, entries: readonly Entry[]): Promise<Schemas['Request'][]> {
  const changes = changesBy(cell.world, entries)
  return Promise.all(entries.map((entry) => requestView(entry, changes.get(entry) ?? [])))
}

async function requestView(entry: Entry, events: number[]): Promise<Schemas['Request']> {
  const { id, via, method, path, operation, status, duration_ms, faults, injected, error, violations } = entry
  return {
    id,
    at: isoMillis(entry.at),
    real_at: isoMillis(entry.real_at),
    duration_ms,
    via,
    method,
    path,
    query: Object.fromEntries(queryIn(entry)),
    operation: operation ?? null,
    status,
    request: messageView(entry, 'request'),
    response: entry.response ? messageView(entry, 'response') : null,
    fault: faults.at(-1)?.id ?? null,
    faults: faults.map((each) => ({ id: each.id, effect: each.effect })),
    injected,
    error: error ?? null,
    assumptions: await assumptionsOf(entry),
    ignored: await ignoredIn(entry),
    violations: violations.map((each) => ({ side: each.side, at: each.at, message: each.message })),
    events,
  }
}

function messageView(entry: Entry, side: 'request' | 'response'): Schemas['RequestMessage'] {
  const { body = '', cut = 0, streamed = false } = entry[side] ?? {}
  return { headers: headersIn(entry, side), body, cut, ...(streamed ? { streamed } : {}) }
}

async function assumptionsOf(entry: Entry): Promise<string[]> {
  const found = routeOf(entry)
  if (!found) return []
  return leanedOn(found.contract, {
    operation: found.route.id,
    parameters: sentParameters(queryIn(entry)),
    fields: sentFields(bodyIn(entry)),
    // What a fault answered says nothing of the service.
    status: entry.injected ? null : entry.status,
    ...(entry.error === undefined ? {} : { error: entry.error }),
  })
}

async function ignoredIn(entry: Entry): Promise<string[]> {
  const found = routeOf(entry)
  const outline = found && (await outlinesOf(found.contract)).of(found.route.id)
  if (!found || !outline) return []
  const names = [...queryIn(entry).keys()].filter((name) => name !== KEY || found.route.method !== 'GET')
  const parameters = ignoredParameters(outline, names)
  if (found.route.body === 'none') return broughtBody(entry) ? [...parameters, WHOLE_BODY] : parameters
  // A form may have fields that are named after what somebody made.
  return found.contract === 'service' ? [...parameters, ...ignoredMembers(outline, bodyIn(entry))] : parameters
}

/** By which a GET may say who calls. */
const KEY = 'apikey'

/** The JSON pointer to all of it. */
const WHOLE_BODY = ''
