import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Reply } from '../../support/reply.ts'
import type { HttpCall } from '../request.ts'
import { isLarge, largeResponse } from '../large-answers.ts'
import { sendFaulty } from './wire.ts'

/** Hands an answer over to whoever sends it, and frees the slot of the call; what a fault does to the connection is done here. */
export function send(reply: Reply, call: HttpCall, handle: WorldHandle, release = NOTHING): Response | Promise<Response> {
  const { status, headers, body, wire } = reply
  // Nobody is there to whom it could be sent badly in a replay.
  if (wire && !handle.log.replaying) return sendFaulty({ reply, wire, call, handle, release })
  release()
  if (typeof body === 'string' && isLarge(body, call)) return largeResponse(body, call, status, headers)
  return new Response(body, { status, headers })
}

const NOTHING = (): void => {}
