import type { ServerResponse } from 'node:http'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { isLarge, largeAnswers } from '../large-answers.ts'
import type { HttpCall } from '../request.ts'
import { wireInProcess } from './in-process.ts'
import { wireOverSocket } from './over-socket.ts'
import type { FaultyReply } from './send-faulty.ts'

/** Turns an answer into a response and releases the slot of the call. Connection faults take effect here. */
export function send(reply: Reply, call: HttpCall, handle: WorldHandle, release = NOTHING): Response | Promise<Response> {
  const { status, headers, body, wire } = reply
  // A replay has no client, so connection faults are skipped.
  if (wire && !handle.log.replaying) return sendFaulty({ reply, wire, call, handle, release })
  release()
  const { outgoing } = call.hono.env ?? {}
  if (outgoing && typeof body === 'string' && call.method !== 'HEAD') {
    return write(outgoing, { status, headers }, isLarge(body, call) ? largeAnswers.hold(body, call) : body)
  }
  return new Response(body, { status, headers })
}

/** Writes an answer to its socket. The returned promise never settles, so that Hono does not write an answer too. */
function write(
  outgoing: ServerResponse,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  body: string | Buffer,
): Promise<never> {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
  return new Promise(NOTHING)
}

const NOTHING = (): void => {}

/** Sends an answer over a faulty connection; in process, behaves as `fetch` would. */
function sendFaulty(faulty: FaultyReply): Promise<Response> {
  const { incoming, outgoing } = faulty.call.hono.env ?? {}
  return incoming && outgoing ? wireOverSocket(faulty, { incoming, outgoing }) : wireInProcess(faulty)
}
