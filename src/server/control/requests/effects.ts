import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { HistoryEntry } from '../../../kernel/world/history.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { deliveries } from '../../../service/resources/deliveries/delivery.ts'
import { emails } from '../../../service/resources/emails/email.ts'
import type { Call } from '../../log/call.ts'
import { Links, type RootFinder, rootFinder } from '../why/links.ts'

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

/** The number of deliveries by the request that they go back to. The causes of jobs are looked up only if a job sent one. */
function webhooksByRequest(world: WorldState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  let links: Links | undefined
  let rootOf: RootFinder | undefined
  for (const { seq, event, cause } of peek(world, (tx) => tx.range(deliveries.key).all())) {
    if (event === 'validation' || !cause || 'trigger' in cause) continue
    if ('job' in cause) {
      links ??= new Links(world)
      rootOf ??= rootFinder(world, links)
    }
    const request = 'request' in cause ? cause.request : rootOf?.(cause, links?.creatorOf(seq)).request
    if (request !== undefined) counts.set(request, (counts.get(request) ?? 0) + 1)
  }
  return counts
}
