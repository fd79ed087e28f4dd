import { strike, type FaultCall } from '../faults/apply.ts'
import type { Reply } from '../support/reply.ts'
import { headerOf } from './request.ts'
import type { Exchange } from './context.ts'
import { pause } from './pause.ts'
import { dropped } from './response.ts'
import { resume } from './replay-turn.ts'

/** Lets faults see a call; one of them may answer it. */
export async function strikeCall(
  exchange: Exchange,
  seen: Pick<FaultCall, 'operation' | 'method' | 'path' | 'body'>,
): Promise<Reply | undefined> {
  const { call, cell, origin, query } = exchange
  exchange.strikes = strike(cell.world, cell.log.faults, {
    ...seen,
    via: 'http',
    header: (name) => headerOf(call, name),
    query,
    origin,
    wait: (ms) => pause(cell, ms),
  })
  return exchange.strikes?.before()
}

/** The answer as faults leave it, unless the world was put back meanwhile. */
export async function endStruck(exchange: Exchange, reply: Reply): Promise<Reply> {
  const { cell, origin, epoch, strikes } = exchange
  const shaped = (await strikes?.after(reply)) ?? reply
  const turn = resume(exchange)
  if (turn) await turn
  return cell.epoch === epoch ? shaped : dropped(origin.request_id)
}

/** Frees the slot that a call holds, unless a fault may hold the answer back. */
export function free({ strikes, release }: Exchange): void {
  if (!strikes) release()
}
