import { type Change, historyEntries } from '../../../kernel/world/history.ts'
import type { Row } from '../../../kernel/world/table.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { jsonIn } from '../../../service/calls/json.ts'
import { faults } from '../../../service/model/faults/fault.ts'
import { lists } from '../../../service/model/lists/list.ts'
import { stores } from '../../../service/model/stores/store.ts'
import { rowCounts } from '../../../kernel/world/rows.ts'
import type { Call } from '../../log/call.ts'
import type { ControlCall, LogEntry } from '../../log/entry.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { fieldText } from '../words/entities.ts'

/** A call that may have led to another, and what it changed. */
type Step = Call | ControlCall

/** The lists and stores that a step is about. `undefined` if it may be about anything. */
type Scope = ReadonlySet<string> | undefined

/**
 * The steps that a call depends on. Reads are left out, and writes to lists and stores which neither the call nor any other step that stays
 * is about. Whatever is not surely without effect stays.
 */
export function findStepsBefore(handle: WorldHandle, target: Call): readonly Step[] {
  const { log, world, origin } = handle
  const changes = changesByCall(handle)
  const all = log.entries.from(log.entries.start.mark.position)
  const before = all.slice(0, all.indexOf(target))
  const firstFault = (rowCounts(origin)[faults.name] ?? 0) > 0 ? 0 : before.findIndex(isFaultStep)
  // A fault counts calls, also those that it lets pass.
  const isCounted = (entry: LogEntry): boolean => firstFault !== -1 && before.indexOf(entry) > firstFault
  const steps = before.filter(
    (entry): entry is Step =>
      entry.kind === 'control' ||
      (entry.kind === 'request' && (changes.has(entry.id) || isWrite(entry) || entry.faults.length > 0 || isCounted(entry))),
  )
  // The history may no longer reach back to the first calls, and limits count everything in the account.
  const isUnsure = firstFault !== -1 || world.history.evicted > 0 || target.status === null || UNSURE.has(target.status)
  if (isUnsure) return steps
  const lastNamed = steps.findLastIndex((step, place) => isNamedLater(changes, step, [...steps.slice(place + 1), target]))
  let needed = scopeOfCall(target, changes)
  const kept: Step[] = []
  for (const [place, step] of [...steps.entries()].toReversed()) {
    if (!needed) return [...steps.slice(0, place + 1), ...kept]
    const scope = step.kind === 'request' ? scopeOfCall(step, changes) : scopeOfControl(step)
    const isOther = scope !== undefined && [...scope].every((each) => !needed?.has(each))
    // Whoever is made later would have another id.
    const makesIds = changesOf(changes, step).some((change) => !change.before)
    if (step.kind === 'request' && isOther && !(makesIds && place < lastNamed)) continue
    kept.unshift(step)
    needed = scope && new Set([...needed, ...scope])
  }
  return kept
}

/** Statuses by which the account as a whole may refuse, or a server that is in trouble. */
const UNSURE: ReadonlySet<number> = new Set([403, 429, 500, 502, 503, 504])

function isWrite({ method, status }: Call): boolean {
  return method !== 'GET' && method !== 'HEAD' && status !== null && status < 400
}

function isFaultStep(entry: LogEntry): boolean {
  return entry.kind === 'control' && /^\/(?:faults|outages)/.test(entry.path)
}

type ChangesByCall = ReadonlyMap<string, readonly Change[]>

function changesByCall({ world }: WorldHandle): ChangesByCall {
  const found = new Map<string, Change[]>()
  for (const { cause, changes } of historyEntries(world.history)) {
    if (cause && 'request' in cause) found.set(cause.request, [...(found.get(cause.request) ?? []), ...changes])
  }
  return found
}

function changesOf(changes: ChangesByCall, step: Step): readonly Change[] {
  return step.kind === 'request' ? (changes.get(step.id) ?? []) : []
}

/** Whether a later step names something that a step made. */
function isNamedLater(changes: ChangesByCall, step: Step, later: readonly Step[]): boolean {
  const ids = changesOf(changes, step).flatMap(({ before, after }) => (before || !after ? [] : idsIn(after)))
  return ids.some((id) => later.some((each) => `${each.path} ${each.body ?? ''}`.includes(id)))
}

const ID_FIELDS = ['id', 'contact_id', 'web_id', 'unique_email_id'] as const

function idsIn(row: Row): string[] {
  return ID_FIELDS.map((field) => fieldText(row, field)).filter((id) => id !== '')
}

function scopeOfCall(call: Call, changes: ChangesByCall): Scope {
  const [, path] = /^\/3\.0(?:\/ecommerce\/stores|\/lists)\/([^/]+)/.exec(call.path) ?? []
  const scope = new Set(path === undefined ? [] : [path])
  for (const { table, before, after } of changesOf(changes, call)) {
    const row = after ?? before
    const owner =
      row &&
      (table === lists || table === stores ? fieldText(row, 'id') : fieldText(row, 'list_id') || fieldText(row, 'store_id'))
    if (!owner) return undefined
    scope.add(owner)
    // A store and its list belong together.
    if (table === stores && row) scope.add(fieldText(row, 'list_id'))
  }
  return scope.size === 0 ? undefined : scope
}

function scopeOfControl({ path, body }: ControlCall): Scope {
  if (/^\/(?:settings|delivery-faults|clock)/.test(path)) return new Set()
  const given = jsonIn(body)
  const owner = path === '/triggers' && isObject(given) ? (given['list_id'] ?? given['store_id']) : undefined
  return typeof owner === 'string' ? new Set([owner]) : undefined
}
