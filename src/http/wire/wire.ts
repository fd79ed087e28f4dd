import type { FaultyReply } from './send-faulty.ts'
import { wireInProcess } from './in-process.ts'
import { wireOverSocket } from './over-socket.ts'

/** Sends an answer over a faulty connection; in process, behaves as `fetch` would. */
export function sendFaulty(faulty: FaultyReply): Promise<Response> {
  const { incoming, outgoing } = faulty.call.hono.env ?? {}
  return incoming && outgoing ? wireOverSocket(faulty, { incoming, outgoing }) : wireInProcess(faulty)
}
