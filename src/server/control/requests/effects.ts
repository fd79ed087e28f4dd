import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { type Change, type HistoryEntry, isChangeIn } from '../../../kernel/world/history.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { batches } from '../../../service/model/batches/batch.ts'
import { deliveries } from '../../../service/model/deliveries/delivery.ts'
import { emails } from '../../../service/model/emails/email.ts'
import type { Call } from '../../log/call.ts'
import { fieldText } from '../words/entities.ts'
import { Links, type RootFinder, rootFinder } from '../words/links.ts'

export type Effects = ControlSchemas['Request']['effects']

/** Counts what calls caused. `transactions` has the transactions of each call. */
export function makeEffectsReader(
  world: WorldState,
  transactions: ReadonlyMap<Call, readonly HistoryEntry[]>,
): (call: Call) => Effects {
  const webhooks = webhooksByRequest(world, transactions)
  return (call) => {
    const changes = (transactions.get(call) ?? []).flatMap((each) => each.changes)
    return {
      webhooks: webhooks.get(call.id) ?? 0,
      emails: changes.filter(({ table, before }) => table === emails && !before).length,
      ...findBatchEffects(world, changes),
    }
  }
}

/** What has become of the operations of a new batch. */
function findBatchEffects(world: WorldState, changes: readonly Change[]): Pick<Effects, 'batch'> {
  const made = changes.find((change) => isChangeIn(batches, change) && !change.before)
  if (!made?.after) return {}
  const id = fieldText(made.after, 'id')
  const batch = peek(world, (tx) => tx.first(batches.key, { id }))
  if (!batch) return {}
  const { operations, finished_operations: finished, errored_operations: refused } = batch
  return { batch: { operations, finished, refused } }
}

/**
 * The number of deliveries by the request that they go back to, and by the operation of a batch that sent them. The causes of jobs are
 * looked up only if a job sent one.
 */
function webhooksByRequest(
  world: WorldState,
  transactions: ReadonlyMap<Call, readonly HistoryEntry[]>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (request: string): void => void counts.set(request, (counts.get(request) ?? 0) + 1)
  const operations = operationsByTransaction(transactions)
  let links: Links | undefined
  let rootOf: RootFinder | undefined
  for (const { seq, event, cause } of peek(world, (tx) => tx.range(deliveries.key).all())) {
    if (event === 'validation' || !cause || 'trigger' in cause) continue
    if ('job' in cause) {
      links ??= new Links(world)
      rootOf ??= rootFinder(world, links)
    }
    const creator = links?.creatorOf(seq)
    const request = 'request' in cause ? cause.request : rootOf?.(cause, creator).request
    const operation = creator && operations.get(creator.number)
    if (request !== undefined) add(request)
    if (operation !== undefined) add(operation)
  }
  return counts
}

/** The operation of a batch that made a transaction, by the number of the transaction. */
function operationsByTransaction(transactions: ReadonlyMap<Call, readonly HistoryEntry[]>): ReadonlyMap<number, string> {
  const operations = [...transactions].filter(([{ via }]) => via === 'batch')
  return new Map(operations.flatMap(([{ id }, entries]) => entries.map(({ number }) => [number, id] as const)))
}
