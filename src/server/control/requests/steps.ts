import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { jsonIn } from '../../../service/calls/json.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import type { Call } from '../../log/call.ts'
import type { Advanced, ControlCall } from '../../log/entry.ts'
import { redactText } from '../../log/redact.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { ControlOperations } from '../context.ts'
import { cut } from '../words/fields.ts'
import { SHOWN } from '../parameters.ts'

type RequestStep = ControlSchemas['Step']

export const stepOperations = {
  getSteps({ context, handle, query: { kind, limit = SHOWN, offset = 0, order = 'asc' } }) {
    context.scheduler.sync(handle)
    const all = findSteps(handle)
    const found = kind === undefined ? all : all.filter(({ entry }) => kind.includes(chooseStepKind(entry)))
    const ordered = order === 'desc' ? found.toReversed() : found
    const calls = handle.log.journal.all()
    return {
      steps: ordered.slice(offset, offset + limit).map((each) => stepView(handle, each, calls)),
      total: found.length,
    }
  },
} satisfies Partial<ControlOperations>

/** An action in the log, and its position there. */
interface FoundStep {
  readonly entry: ControlCall | Advanced
  readonly position: number
}

function findSteps({ log: { entries } }: WorldHandle): FoundStep[] {
  const found: FoundStep[] = []
  for (let position = entries.evicted; position < entries.position; position++) {
    const entry = entries.at(position)
    if (entry?.kind === 'control' || entry?.kind === 'advance') found.push({ entry, position })
  }
  return found
}

function chooseStepKind(entry: ControlCall | Advanced): RequestStep['kind'] {
  if (entry.kind === 'advance') return 'advance'
  return entry.path === '/triggers' ? 'trigger' : 'other'
}

function stepView(
  { log: { secrets, entries } }: WorldHandle,
  { entry, position }: FoundStep,
  calls: readonly Call[],
): RequestStep {
  const kind = chooseStepKind(entry)
  const { method, path } = entry.kind === 'advance' ? { method: 'POST', path: '/clock/advance' } : entry
  const body = jsonIn(redactText(secrets, entry.body)) ?? null
  return {
    number: position + 1,
    at: isoMillis(entry.at),
    kind,
    summary: cut(summarizeStep(kind, `${method} ${path}`, body)),
    method,
    path: redactText(secrets, path),
    body,
    calls_after: calls.length - firstAfter(calls, position, entries.round),
  }
}

function summarizeStep(kind: RequestStep['kind'], call: string, body: unknown): string {
  const given = isObject(body) ? body : {}
  const member = (name: string): string => (given[name] === undefined ? '' : String(given[name]))
  if (kind === 'other') return call
  if (kind === 'trigger') {
    const about = ['email_address', 'campaign_id', 'domain', 'list_id'].find((name) => typeof given[name] === 'string')
    return about === undefined ? member('trigger') : `${member('trigger')} ${member(about)}`
  }
  if (given['by'] !== undefined) return `The clock advanced by ${member('by')}${typeof given['by'] === 'number' ? ' ms' : ''}`
  return `The clock advanced ${given['to'] === undefined ? `until ${member('until')}` : `to ${member('to')}`}`
}

/** The index of the first call after a position in the log. Operations of batches have the position of the next entry. */
function firstAfter(calls: readonly Call[], position: number, round: number): number {
  let [low, high] = [0, calls.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const arrival = calls[middle]?.arrival
    if (arrival && (arrival.round < round || arrival.position <= position)) low = middle + 1
    else high = middle
  }
  return low
}
