import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { HistoryEntry } from '../../../kernel/world/history.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { deliveries } from '../../../service/model/deliveries/delivery.ts'
import { emails } from '../../../service/model/emails/email.ts'
import type { Call } from '../../log/call.ts'
import { Links, type RootFinder, rootFinder } from '../words/links.ts'

export type Effects = ControlSchemas['Request']['effects']

/** Counts what calls caused. `transactions` has the transactions of each call. */
export function makeEffectsReader(
  world: WorldState,
  transactions: ReadonlyMap<Call, readonly HistoryEntry[]>,
): (call: Call) => Effects {
  const webhooks = webhooksByRequest(world, transactions)
  return (call) => ({
    webhooks: webhooks.get(call.id) ?? 0,
    emails: (transactions.get(call) ?? []).reduce((sum, { changes }) => sum + changes.filter(isNewEmail).length, 0),
  })
}

function isNewEmail({ table, before }: HistoryEntry['changes'][number]): boolean {
  return table === emails && !before
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
