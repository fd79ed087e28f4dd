import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { type HistoryEntry, historyEntries } from '../../../kernel/world/history.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { deliveries, type DeliveryRow } from '../../../service/resources/deliveries/delivery.ts'
import { emails } from '../../../service/resources/emails/email.ts'
import type { Call } from '../../log/call.ts'
import { jobIn } from '../why/cause.ts'
import { subjectOfJob } from '../why/job-kinds.ts'
import { rowId } from '../worlds/state.ts'

export type Effects = ControlSchemas['Request']['effects']

/** Counts what calls caused. `transactions` has the transactions of each call. */
export function effectsOf(world: WorldState, transactions: ReadonlyMap<Call, readonly HistoryEntry[]>): (call: Call) => Effects {
  const webhooks = webhooksByRequest(world)
  return (call) => ({
    webhooks: webhooks.get(call.id) ?? 0,
    emails: (transactions.get(call) ?? []).reduce((sum, { changes }) => sum + changes.filter(isNewEmail).length, 0),
  })
}

function isNewEmail({ table, before }: HistoryEntry['changes'][number]): boolean {
  return table === emails && !before
}

/** The number of deliveries by the request that they go back to. */
function webhooksByRequest(world: WorldState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (request: string): void => void counts.set(request, (counts.get(request) ?? 0) + 1)
  const ofJobs: string[] = []
  for (const { event, cause } of peek(world, (tx) => tx.range(deliveries.key).all())) {
    if (event === 'validation') continue
    if (cause && 'request' in cause) add(cause.request)
    else if (cause && 'job' in cause) ofJobs.push(subjectKey(cause))
  }
  const creators = creatorsOf(world, new Set(ofJobs))
  for (const key of ofJobs) {
    const request = creators.get(key)
    if (request !== undefined) add(request)
  }
  return counts
}

function subjectKey({ job }: Extract<NonNullable<DeliveryRow['cause']>, { readonly job: string }>): string {
  const { kind, subject } = jobIn(job)
  const { table, id } = subjectOfJob(kind, subject)
  return keyOf(table, id)
}

function keyOf(table: string, id: string): string {
  return `${table}/${id}`
}

/** The requests that created objects, by the keys of the objects. One pass over the history finds all of them. */
function creatorsOf({ history }: WorldState, keys: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (keys.size === 0) return found
  const tables = new Set([...keys].map((key) => key.slice(0, key.indexOf('/'))))
  for (const { cause, changes } of historyEntries(history)) {
    if (!cause || !('request' in cause)) continue
    for (const { table, before, after } of changes) {
      if (before || !after || !tables.has(table.name)) continue
      const key = keyOf(table.name, rowId(table, after))
      if (keys.has(key)) found.set(key, cause.request)
    }
  }
  return found
}
