import { jsonIn } from '../../service/calls/json.ts'
import { applyFaults, hasFaults, wantsBody } from '../../service/faults/apply.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { WorldWasReset, type RequestContext } from './context.ts'
import { waitInWorld } from './pause.ts'
import { headerOf } from './request.ts'
import { droppedReply } from './response.ts'

/** Applies faults before the operation of a call runs; one of them may answer in its place. `path` is what faults match paths with. */
export function injectFaultsBefore(context: RequestContext, path: string): Promise<Reply | undefined> | undefined {
  return hasFaults(context.handle.world) ? applyBefore(context, path) : undefined
}

async function applyBefore(context: RequestContext, path: string): Promise<Reply | undefined> {
  const { call, handle, origin, operation, query, text, words } = context
  const { id, method } = operation.route
  const body = context.body ?? (typeof text === 'string' && wantsBody(handle.world) ? sentBody(context, text) : undefined)
  const match = {
    operation: id,
    method,
    path,
    body,
    via: 'http' as const,
    header: (name: string) => headerOf(call, words.header(name)),
    query,
    origin,
    wait: (ms: number) => waitInWorld(handle, ms),
  }
  // A fault counts as met only once its tally is saved.
  context.appliedFaults = await handle.commit(() => applyFaults(handle.world, handle.log.faults, match))
  return context.appliedFaults?.before()
}

/** The JSON of a body that has not been checked yet, in the reference's words. */
function sentBody({ words, operation }: RequestContext, text: string): unknown {
  return words.bodyOf(operation.route, jsonIn(text))
}

/** Applies faults to a reply. Returns the `dropped` reply if the world was reset meanwhile. */
export async function injectFaultsAfter(
  context: RequestContext,
  reply: Reply,
  translate: (reply: Reply) => Reply,
): Promise<Reply> {
  const changed = (await context.appliedFaults?.after(reply, translate)) ?? reply
  try {
    const turn = context.checkpoint()
    if (turn) await turn
    return changed
  } catch (error) {
    if (error instanceof WorldWasReset) return droppedReply(context.origin.request_id)
    throw error
  }
}
