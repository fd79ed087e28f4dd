import { headersIn, type Call } from '../../server/log/call.ts'
import type { Coverage } from '../../server/log/coverage/coverage.ts'
import { redactText } from '../../server/log/redact.ts'
import type { ServerMetrics } from '../../server/metrics/server-metrics.ts'
import type { WorldHandle } from '../../server/runtime/world-handle.ts'
import type { WorldRegistry } from '../../server/runtime/worlds.ts'
import { deliveries, type DeliveryRow } from '../../service/model/deliveries/delivery.ts'
import { isoMillis, realNow } from '../../kernel/support/time.ts'
import { type StepRow, timeline } from '../../service/model/triggers/engagement.ts'
import type { Change } from '../../kernel/world/history.ts'
import type { CallEvent, DeliveryEvent } from './events.ts'

/** Reports every answered call in any world, and what happens to its webhooks. */
export function reportActivity(worlds: WorldRegistry, onEvent: (event: CallEvent | DeliveryEvent) => void): void {
  worlds.subscribe(({ kind, handle, before, committed }) => {
    if (kind === 'added')
      handle.log.subscribe({
        answered: (call) => handle.log.journal.hasCleared(call) || onEvent(callEvent(handle.world.id, call)),
      })
    if (!committed || before.tables[deliveries.number] === handle.world.tables[deliveries.number]) return
    for (const row of movedIn(committed.changes)) onEvent(deliveryEvent(handle, row))
  })
}

/** Counts which parts of the contract the calls of any world cover, over HTTP and in batches. */
export function coverWorlds(worlds: WorldRegistry, coverage: Coverage): void {
  worlds.subscribe(({ kind, handle }) => {
    if (kind === 'added')
      handle.log.subscribe({
        answered: (logged, { contract, route, query, body }) =>
          coverage.note({ contract, world: handle.world.id, logged, route, query, body }),
      })
  })
}

/** Counts fired faults and the outcomes of webhooks in all worlds. */
export function countActivity(worlds: WorldRegistry, metrics: ServerMetrics): void {
  worlds.subscribe(({ kind, handle, before, committed }) => {
    if (kind === 'added')
      handle.log.subscribe({ answered: ({ faults }) => faults.forEach(({ effect }) => metrics.faults.add(effect)) })
    if (!committed || before.tables[deliveries.number] === handle.world.tables[deliveries.number]) return
    for (const { status } of movedIn(committed.changes)) metrics.deliveries.add(status)
    for (const { table, before: earlier, after } of committed.changes)
      if (table === deliveries && !earlier && isDelivery(after) && after.fault_id > 0) metrics.deliveryFaults++
  })
}

function callEvent(world: string, entry: Call): CallEvent {
  const { id, via, method, path, search, operation = null, status, duration_ms, faults, error = null, injected } = entry
  return {
    type: 'call',
    time: isoMillis(entry.real_at),
    world,
    world_by: entry.sent.chosenBy ?? null,
    request_id: id,
    via,
    method,
    path,
    query: search,
    operation,
    status,
    duration_ms,
    fault: faults.at(-1)?.id ?? null,
    faults: faults.map((each) => ({ id: each.id, effect: each.effect })),
    error,
    injected,
    defect: status === 500 && Object.hasOwn(headersIn(entry, 'response'), 'x-maildouble-defect'),
  }
}

/** The deliveries that were attempted or settled in a transaction. */
function movedIn(changes: readonly Change[]): DeliveryRow[] {
  const moved = new Map<number, { readonly before: DeliveryRow | undefined; readonly after: DeliveryRow }>()
  for (const { table, before, after } of changes) {
    if (table !== deliveries || !isDelivery(after)) continue
    const first = moved.get(after.id)
    moved.set(after.id, { before: first ? first.before : isDelivery(before) ? before : undefined, after })
  }
  return [...moved.values()].flatMap(({ before, after }) => {
    const isAttempted = after.attempts.length > (before?.attempts.length ?? 0)
    return isAttempted || (after.status !== before?.status && after.status !== 'pending') ? [after] : []
  })
}

function isDelivery(row: Change['after']): row is DeliveryRow {
  return row !== undefined && 'webhook_id' in row && 'attempts' in row
}

function deliveryEvent({ world, log }: WorldHandle, row: DeliveryRow): DeliveryEvent {
  const { id, event, webhook_id, list_id, status, attempts, reason } = row
  const last = attempts.at(-1)
  const error = last?.response ? '' : reason || (last?.error ?? '')
  return {
    type: 'delivery',
    time: isoMillis(realNow()),
    world: world.id,
    delivery: id,
    event,
    webhook_id,
    list_id,
    url: redactText(log.secrets, withoutQuery(row.url)),
    status,
    attempts: attempts.length,
    answered: last?.response?.status ?? null,
    duration_ms: last?.duration_ms ?? null,
    error: error === '' ? null : redactText(log.secrets, error),
  }
}

/** The query is left out, since it often has a secret of the receiver. */
function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Logs timeline steps that were refused, since in a world with a running clock no caller asks for their outcome. */
export function logRefusedSteps(worlds: WorldRegistry, log: (message: string) => void): void {
  worlds.subscribe(({ handle: { world }, committed }) => {
    for (const change of committed?.changes ?? []) {
      if (!isRefusal(change)) continue
      const { id, refused } = change.after
      log(`The step ${id} of the timeline of the world ${world.id} was refused: ${refused}`)
    }
  })
}

function isRefusal(change: Change): change is Change & { readonly after: StepRow } {
  const { table, after } = change
  return table === timeline && after !== undefined && 'outcome' in after && after.outcome === 'refused'
}
