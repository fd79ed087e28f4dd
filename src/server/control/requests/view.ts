import { pointerTo } from '../../../kernel/support/json-pointer.ts'
import { assumptionsUsed } from '../../../kernel/contract/assumptions-used.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { ignoredMembers, ignoredParameters } from '../../../kernel/contract/ignored.ts'
import { loadOperationIndex } from '../../../kernel/contract/operation-index.ts'
import { type Call, headersIn } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { type HistoryEntry, historyEntries } from '../../../kernel/world/history.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { Words } from '../../../service/vocabulary/words.ts'
import { loadVocabulary, chooseWords } from '../../../service/vocabulary/words.ts'
import { type Effects, makeEffectsReader } from './effects.ts'
import { ignoredMergeTags, pathHints } from './hints.ts'
import { bodyIn, pathBelow, sentBody, queryIn, findCallRoute, type FoundRoute } from './match.ts'

/** The transactions of calls, as far as the history reaches. One pass over the history serves all calls. */
function transactionsBy({ history }: WorldState, entries: readonly Call[]): ReadonlyMap<Call, HistoryEntry[]> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const byHistoryEntry = new Map(
    entries.flatMap((entry) => (entry.historyEntry === undefined ? [] : [[entry.historyEntry, entry] as const])),
  )
  const found = new Map<Call, HistoryEntry[]>()
  for (const historyEntry of historyEntries(history)) {
    const { cause } = historyEntry
    const entry = byHistoryEntry.get(historyEntry.number) ?? (cause && 'request' in cause ? byId.get(cause.request) : undefined)
    // The history is iterated from the latest entry.
    if (entry) found.set(entry, [historyEntry, ...(found.get(entry) ?? [])])
  }
  return found
}

function numbersOf({ number, changes }: HistoryEntry): number[] {
  return changes.map((_, place) => number + place)
}

/** Maximum number of members that are inspected per body. */
const FIELDS_MAX = 10_000

/** The query parameters sent, as `name=value`. */
function sentParameters(query: ReadonlyMap<string, string>): string[] {
  return [...query]
    .filter(([, value]) => value !== '')
    .flatMap(([name, value]) => value.split(',').map((each) => `${name}=${each.trim()}`))
}

/** The body members sent, as JSON pointers, with the values of scalars. */
function sentFields(body: unknown): string[] {
  const found: string[] = []
  visit(body, '')
  return found

  function visit(value: unknown, at: string): void {
    if (found.length >= FIELDS_MAX) return
    const isNested = typeof value === 'object' && value !== null
    if (at !== '') found.push(isNested || value === null ? at : `${at}=${String(value)}`)
    if (isNested) for (const [name, member] of Object.entries(value)) visit(member, at + pointerTo([name]))
  }
}

/** Views of calls. Changes, assumptions and ignored fields are determined here. */
export async function requestViews(handle: WorldHandle, entries: readonly Call[]): Promise<ControlSchemas['Request'][]> {
  if (entries.length === 0) return []
  const transactions = transactionsBy(handle.world, entries)
  const effects = makeEffectsReader(handle.world, transactions)
  return Promise.all(
    entries.map((entry) => requestView(handle, entry, (transactions.get(entry) ?? []).flatMap(numbersOf), effects(entry))),
  )
}

async function requestView(
  handle: WorldHandle,
  entry: Call,
  events: number[],
  effects: Effects,
): Promise<ControlSchemas['Request']> {
  await loadVocabulary(handle.world.settings)
  const words = chooseWords(handle.world.settings)
  const { id, via, method, path, operation, status, duration_ms, faults, injected, error, hint, violations } = entry
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
    world_by: entry.sent.chosenBy ?? null,
    ...entry.trace,
    status,
    request: messageView(entry, 'request'),
    response: entry.response ? messageView(entry, 'response') : null,
    fault: faults.at(-1)?.id ?? null,
    faults: faults.map((each) => ({ id: each.id, effect: each.effect })),
    injected,
    as_of: entry.asOf === undefined ? null : isoMillis(entry.asOf),
    error: error ?? null,
    hint: hint ?? null,
    assumptions: await listCallAssumptions(entry, words),
    ...(await unusedIn(handle, entry, words)),
    violations: violations.map((each) => ({ side: each.side, at: each.at, message: each.message })),
    events,
    effects,
  }
}

function messageView(entry: Call, side: 'request' | 'response'): ControlSchemas['RequestMessage'] {
  const { body = '', cut = 0, streamed = false } = entry[side] ?? {}
  return { headers: headersIn(entry, side), body, cut, ...(streamed ? { streamed } : {}) }
}

/** The effects of faults that answer in place of the service, or prevent any answer. */
const REPLACING: ReadonlySet<string> = new Set(['problem', 'answer', 'reset', 'close', 'hang'])

/** Whether the answer was made by a fault or on request: then the contract of the service says nothing about it. */
function isAnsweredInPlace({ injected, faults }: Call): boolean {
  return injected && (faults.length === 0 || faults.some(({ effect }) => REPLACING.has(effect)))
}

/** The ids of the assumptions that a call relied on. The vocabulary of its world has to be loaded. */
export async function listCallAssumptions(entry: Call, words: Words): Promise<string[]> {
  const found = isAnsweredInPlace(entry) ? undefined : findCallRoute(entry)
  if (!found) return []
  const { query, body } = readIn(entry, found, words)
  return assumptionsUsed(found.contract, {
    operation: found.route.id,
    parameters: sentParameters(query),
    fields: sentFields(body),
    // An injected status says nothing about the service.
    status: entry.injected ? null : entry.status,
    ...(entry.error === undefined ? {} : { error: entry.error }),
  })
}

/** What was sent and is not used, and what was probably meant instead. */
async function unusedIn(
  handle: WorldHandle,
  entry: Call,
  words: Words,
): Promise<Pick<ControlSchemas['Request'], 'ignored' | 'hints'>> {
  const found = findCallRoute(entry)
  const served = words.find(pathBelow(entry.path))
  if (!found) return { ignored: [], hints: served ? [] : pathHints(entry) }
  const indexed = (await loadOperationIndex(found.contract)).of(found.route.id)
  if (!indexed) return { ignored: [], hints: [] }
  const { query, body } = readIn(entry, found, words)
  const names = [...query.keys()].filter((name) => name !== KEY || found.route.method !== 'GET')
  const parameters = ignoredParameters(indexed, names).map((name) => words.key(name))
  if (found.route.body === 'none') return { ignored: sentBody(entry) ? [...parameters, WHOLE_BODY] : parameters, hints: [] }
  // A form may have fields named after interests or groups of the world.
  if (found.contract !== 'service') return { ignored: parameters, hints: [] }
  const tags = ignoredMergeTags(handle, entry, served?.match.path ?? {}, body)
  const asIs = (pointer: string): string => words.pointerAsSent(found.route, pointer)
  const members = [...ignoredMembers(indexed, body), ...tags.map(({ pointer }) => pointer)]
  return {
    ignored: [...parameters, ...members.map(asIs)],
    hints: tags.map(({ pointer, message }) => ({ at: asIs(pointer), message })),
  }
}

/** The query and the body of a call in the words of the reference. */
function readIn(
  entry: Call,
  { contract, route }: FoundRoute,
  words: Words,
): { readonly query: ReadonlyMap<string, string>; readonly body: unknown } {
  const [query, body] = [queryIn(entry), bodyIn(entry)]
  if (contract !== 'service') return { query, body }
  return { query: words.queryOf(route, query), body: words.bodyOf(route, body) }
}

/** The parameter in which a GET may carry its API key. */
const KEY = 'apikey'

/** JSON pointer of the whole body. */
const WHOLE_BODY = ''
