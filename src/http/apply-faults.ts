import { applyFaults, type FaultCall } from '../faults/apply.ts'
import type { Reply } from '../support/reply.ts'
import { headerOf } from './request.ts'
import type { RequestContext } from './context.ts'
import { waitInWorld } from './pause.ts'
import { droppedReply } from './response.ts'
import { resume } from './replay-turn.ts'

/** Applies faults before a call is executed; one of them may answer it. */
export async function applyFaultsBefore(
  context: RequestContext,
  seen: Pick<FaultCall, 'operation' | 'method' | 'path' | 'body'>,
): Promise<Reply | undefined> {
  const { call, handle, origin, query } = context
  context.appliedFaults = applyFaults(handle.world, handle.log.faults, {
    ...seen,
    via: 'http',
    header: (name) => headerOf(call, name),
    query,
    origin,
    wait: (ms) => waitInWorld(handle, ms),
  })
  return context.appliedFaults?.before()
}

/** Applies faults to an answer. Returns the `dropped` answer if the world was reset meanwhile. */
export async function applyFaultsAfter(context: RequestContext, reply: Reply): Promise<Reply> {
  const { handle, origin, epoch, appliedFaults } = context
  const shaped = (await appliedFaults?.after(reply)) ?? reply
  const turn = resume(context)
  if (turn) await turn
  return handle.epoch === epoch ? shaped : droppedReply(origin.request_id)
}

/** Releases the slot of a call, unless a fault may still delay its answer. */
export function releaseSlot({ appliedFaults, release }: RequestContext): void {
  if (!appliedFaults) release()
}
