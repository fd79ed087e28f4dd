import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpCall } from './request.ts'

/**
 * Calls back once when the client has gone away, or when all of the answer has left; at once if that is over. The function that comes
 * back calls that off.
 */
export function onDisconnect(call: HttpCall, callback: () => void): () => void {
  const { incoming, outgoing } = call.context.env ?? {}
  if (incoming && outgoing) return onClosed(incoming, outgoing, callback)
  const { signal } = call.context.req.raw
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

function onClosed({ socket }: IncomingMessage, outgoing: ServerResponse, callback: () => void): () => void {
  if (outgoing.closed || socket.destroyed) {
    callback()
    return () => {}
  }
  const stop = (): void => {
    outgoing.off('close', end)
    socket.off('close', end)
  }
  const end = (): void => {
    stop()
    callback()
  }
  outgoing.on('close', end)
  // An answer that waits behind others on its connection has no socket yet, and is not told when that closes.
  if (!outgoing.socket) socket.setMaxListeners(0).on('close', end)
  return stop
}

/** Over a socket a client that goes away just does so; in process it is told what it gave as its reason, as `fetch` does. */
export function orDisconnected(call: HttpCall, answer: Promise<Response>): Promise<Response> {
  if (call.context.env?.outgoing) return answer
  return new Promise((resolve, reject) => {
    const settle = onDisconnect(call, () => reject(call.context.req.raw.signal.reason))
    answer.then(resolve, reject).finally(settle)
  })
}
