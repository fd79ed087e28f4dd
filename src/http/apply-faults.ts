import { applyFaults, type FaultCall } from '../faults/apply.ts'
import type { Reply } from '../support/reply.ts'
import { headerOf } from './request.ts'
import type { RequestContext } from './context.ts'
import { pause } from './pause.ts'
import { dropped } from './response.ts'
import { resume } from './replay-turn.ts'

/** Lets faults see a call; one of them may answer it. */
export async function applyFaultsBefore(
  exchange: RequestContext,
  seen: Pick<FaultCall, 'operation' | 'method' | 'path' | 'body'>,
): Promise<Reply | undefined> {
  const { call, handle, origin, query } = exchange
  exchange.strikes = applyFaults(handle.world, handle.log.faults, {
    ...seen,
    via: 'http',
    header: (name) => headerOf(call, name),
    query,
    origin,
    wait: (ms) => pause(handle, ms),
  })
  return exchange.strikes?.before()
}

/** The answer as faults leave it, unless the world was put back meanwhile. */
export async function applyFaultsAfter(exchange: RequestContext, reply: Reply): Promise<Reply> {
  const { handle, origin, epoch, strikes } = exchange
  const shaped = (await strikes?.after(reply)) ?? reply
  const turn = resume(exchange)
  if (turn) await turn
  return handle.epoch === epoch ? shaped : dropped(origin.request_id)
}

/** Frees the slot that a call holds, unless a fault may hold the answer back. */
export function releaseSlot({ strikes, release }: RequestContext): void {
  if (!strikes) release()
}
