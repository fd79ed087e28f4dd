import type { Cell } from '../../runtime/worlds.ts'
import type { Reply } from '../../support/reply.ts'
import type { HttpCall } from '../request.ts'
import { isLarge, largeResponse } from '../large-answers.ts'
import { sendBadly } from './wire.ts'

/** Hands an answer over to whoever sends it, and frees the slot of the call; what a fault does to the connection is done here. */
export function send(reply: Reply, call: HttpCall, cell: Cell, release = NOTHING): Response | Promise<Response> {
  const { status, headers, body, wire } = reply
  // Nobody is there to whom it could be sent badly in a replay.
  if (wire && !cell.log.replaying) return sendBadly({ reply, wire, call, cell, release })
  release()
  if (typeof body === 'string' && isLarge(body, call)) return largeResponse(body, call, status, headers)
  return new Response(body, { status, headers })
}

const NOTHING = (): void => {}
