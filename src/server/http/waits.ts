import type { IncomingMessage, ServerResponse } from 'node:http'
import { CLOCK_MAX, keepAliveDelay, type Millis } from '../../kernel/support/time.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { HttpCall } from './request.ts'

/** Waits in real time, or until the world is reset, restored or deleted. In a replay it resolves at once. */
export function waitInWorld(handle: WorldHandle, ms: Millis): Promise<void> {
  if (handle.log.replaying) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = keepAliveDelay(ms, () => {
      unsubscribe()
      resolve()
    })
    const unsubscribe = handle.onEpochEnd(() => {
      cancel()
      resolve()
    })
  })
}

/**
 * Lets time of a world pass: a frozen clock moves forward, and runs what falls due; with a running clock, the call waits. In a replay the recorded
 * moments move the clock.
 */
export function passInWorld(scheduler: Scheduler, handle: WorldHandle, ms: Millis): Promise<void> {
  const { now, mode, rate } = handle.world.clock
  if (mode !== 'frozen') return waitInWorld(handle, ms / rate)
  return handle.log.replaying ? Promise.resolve() : scheduler.reach(handle, Math.min(now + ms, CLOCK_MAX))
}

/**
 * Calls back once when the client disconnects or the whole answer has been sent, or at once if that has already happened. Returns an
 * unsubscribe function.
 */
export function onDisconnect(call: HttpCall, callback: () => void): () => void {
  const { incoming, outgoing } = call.hono.env ?? {}
  if (incoming && outgoing) return onClosed(incoming, outgoing, callback)
  const { signal } = call.hono.req.raw
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
  // An answer queued behind others on its connection has no socket yet, and gets no `close` event from it.
  if (!outgoing.socket) socket.setMaxListeners(0).on('close', end)
  return stop
}

/** Rejects an in-process call with its abort reason when it is aborted, as `fetch` does. Calls over a socket are left as they are. */
export function orDisconnected(call: HttpCall, answer: Promise<Response>): Promise<Response> {
  if (call.hono.env?.outgoing) return answer
  return new Promise((resolve, reject) => {
    const settle = onDisconnect(call, () => reject(call.hono.req.raw.signal.reason))
    answer.then(resolve, reject).finally(settle)
  })
}
