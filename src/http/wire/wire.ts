import type { FaultyReply } from './send-faulty.ts'
import { wireInProcess } from './in-process.ts'
import { wireOverSocket } from './over-socket.ts'

/** Sends an answer over a connection that misbehaves, or rejects as `fetch` would where there is no connection. */
export function sendFaulty(sending: FaultyReply): Promise<Response> {
  const { incoming, outgoing } = sending.call.context.env ?? {}
  return incoming && outgoing ? wireOverSocket(sending, { incoming, outgoing }) : wireInProcess(sending)
}
