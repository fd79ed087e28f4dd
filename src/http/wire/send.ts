import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Reply } from '../../support/reply.ts'
import type { HttpCall } from '../request.ts'
import { isLarge, largeResponse } from '../large-answers.ts'
import { sendFaulty } from './wire.ts'

/** Turns an answer into a response and releases the slot of the call. Connection faults take effect here. */
export function send(reply: Reply, call: HttpCall, handle: WorldHandle, release = NOTHING): Response | Promise<Response> {
  const { status, headers, body, wire } = reply
  // A replay has no client, so connection faults are skipped.
  if (wire && !handle.log.replaying) return sendFaulty({ reply, wire, call, handle, release })
  release()
  if (typeof body === 'string' && isLarge(body, call)) return largeResponse(body, call, status, headers)
  return new Response(body, { status, headers })
}

const NOTHING = (): void => {}
