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

/** A call of the service or of the control API. */
type LoggedStep = Call | ControlCall

/** The lists and stores that a step is about. `undefined` if it may be about anything. */
type Scope = ReadonlySet<string> | undefined

/**
 * The steps that a call depends on. Reads are left out, and so are writes to lists and stores that concern neither the call nor a kept step.
 * In doubt a step is kept.
 */
export function findStepsBefore(handle: WorldHandle, target: Call): readonly LoggedStep[] {
  const { log, world, origin } = handle
  const changes = changesByCall(handle)
  const all = log.entries.from(log.entries.start.mark.position)
  const before = all.slice(0, all.indexOf(target))
  const firstFault = (rowCounts(origin)[faults.name] ?? 0) > 0 ? 0 : before.findIndex(isFaultStep)
  const steps = before.filter(
    (entry, place): entry is LoggedStep =>
      entry.kind === 'control' ||
      (entry.kind === 'request' &&
        // From the first fault on, every call counts: a fault counts even the calls that it lets pass.
        (changes.has(entry.id) || isWrite(entry) || entry.faults.length > 0 || (firstFault !== -1 && place > firstFault))),
  )
  // The history may no longer reach back to the first calls, and limits count everything in the account.
  const isUnsure = firstFault !== -1 || world.history.evicted > 0 || target.status === null || UNSURE.has(target.status)
  if (isUnsure) return steps
  const lastNamed = findLastNamed(steps, target, changes)
  let needed = scopeOfCall(target, changes)
  const kept: LoggedStep[] = []
  for (const [place, step] of [...steps.entries()].toReversed()) {
    if (!needed) return [...steps.slice(0, place + 1), ...kept]
    const scope = step.kind === 'request' ? scopeOfCall(step, changes) : scopeOfControl(step)
    const isOther = scope !== undefined && [...scope].every((each) => !needed?.has(each))
    // Without this step, the rows that later steps make would get other ids.
    const makesIds = listChanges(changes, step).some((change) => !change.before)
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
    if (!cause || !('request' in cause)) continue
    const known = found.get(cause.request)
    if (known) known.push(...changes)
    else found.set(cause.request, [...changes])
  }
  return found
}

function listChanges(changes: ChangesByCall, step: LoggedStep): readonly Change[] {
  return step.kind === 'request' ? (changes.get(step.id) ?? []) : []
}

/** The place of the last step that made a row whose id a later step, or the target, names; -1 if there is none. */
function findLastNamed(steps: readonly LoggedStep[], target: Call, changes: ChangesByCall): number {
  const named = new Set(wordsIn(target))
  return steps.findLastIndex((step) => {
    const ids = listChanges(changes, step).flatMap(({ before, after }) => (before || !after ? [] : idsIn(after)))
    const isNamed = ids.some((id) => named.has(id))
    for (const word of wordsIn(step)) named.add(word)
    return isNamed
  })
}

function wordsIn({ path, body }: LoggedStep): readonly string[] {
  return `${path} ${body ?? ''}`.match(/[\w-]+/g) ?? []
}

const ID_FIELDS = ['id', 'contact_id', 'web_id', 'unique_email_id'] as const

function idsIn(row: Row): string[] {
  return ID_FIELDS.map((field) => fieldText(row, field)).filter((id) => id !== '')
}

function scopeOfCall(call: Call, changes: ChangesByCall): Scope {
  const [, path] = /^\/3\.0(?:\/ecommerce\/stores|\/lists)\/([^/]+)/.exec(call.path) ?? []
  const scope = new Set(path === undefined ? [] : [path])
  for (const { table, before, after } of listChanges(changes, call)) {
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
