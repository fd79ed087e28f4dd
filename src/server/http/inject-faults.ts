import type { Route } from '../../kernel/contract/route.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { untilLoaded } from '../../kernel/world/on-demand.ts'
import { loadTriggersOfFaults } from '../../service/calls/other-people.ts'
import { applyFaults } from '../../service/faults/apply.ts'
import { WorldWasReset, type RequestContext } from './context.ts'
import { Answered } from './pipeline.ts'
import { readHeader } from './request.ts'
import { droppedReply } from './response.ts'
import { waitInWorld } from './waits.ts'

/** A call as faults match it, in the reference's words. */
interface MatchedCall {
  readonly route: Route
  readonly path: string
  readonly query: ReadonlyMap<string, string>
  readonly body: unknown
}

/** Applies faults before the operation of a call runs. One of the faults may answer in place of the operation; otherwise the result is `passed`. */
export async function injectFaultsBefore<Passed>(
  context: RequestContext,
  { route, path, query, body }: MatchedCall,
  passed: Passed,
): Promise<Passed | Answered<Reply>> {
  const { call, handle, origin, words } = context
  const faulty = {
    operation: route.id,
    method: route.method,
    path,
    body,
    via: 'http' as const,
    header: (name: string) => readHeader(call, words.header(name)),
    query,
    origin,
    wait: (ms: number) => waitInWorld(handle, ms),
  }
  context.faults = await handle.commit(() => applyFaults(handle.world, handle.log.faults, faulty))
  // The triggers of faults run in the transaction of the call.
  await untilLoaded(() => loadTriggersOfFaults(handle.world))
  const answer = await context.faults?.before()
  return answer ? new Answered(answer) : passed
}

/** Applies faults to a reply. Returns the `dropped` reply if the world was reset meanwhile. */
export async function injectFaultsAfter(
  context: RequestContext,
  reply: Reply,
  translate: (reply: Reply) => Reply,
): Promise<Reply> {
  const changed = (await context.faults?.after(reply, translate)) ?? reply
  try {
    const turn = context.checkpoint()
    if (turn) await turn
    return changed
  } catch (error) {
    if (error instanceof WorldWasReset) return droppedReply(context.origin.request_id)
    throw error
  }
}
