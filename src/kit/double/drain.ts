import type { Server } from 'node:http'
// eslint-disable-next-line no-restricted-imports -- it only stops listening
import { Server as NetServer, type Socket } from 'node:net'
import { delay, afterRunning, yieldToEventLoop } from '../../kernel/support/time.ts'

/** Longest time calls in flight may take once the server stops. */
const GRACE_MS = 1_000

/** Interval between searches for idle connections. */
const SWEEP_MS = 20

const socketsOf = new WeakMap<Server, Set<Socket>>()

/** Tracks the connections of a server, so that connections without any request can be closed. */
export function rememberSockets(server: Server): void {
  const sockets = new Set<Socket>()
  socketsOf.set(server, sockets)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/** Stops listening, waits for the calls in flight, and aborts slow ones. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cancel = afterRunning(GRACE_MS, () => server.closeAllConnections())
    let isOver = false
    let stopSweeping = delay(SWEEP_MS, () => void yieldToEventLoop().then(begin))
    // The `close` of an HTTP server would close kept-alive connections at once, although a request may have arrived on them or be
    // on its way.
    NetServer.prototype.close.call(server, () => {
      isOver = true
      cancel()
      stopSweeping()
      // An HTTP server checks its connections periodically until its own `close` is called.
      server.close()
      resolve()
    })

    /** Runs after the data that had arrived before the stop has been read. */
    function begin(): void {
      if (isOver) return
      // Some clients connect before they have a request; Node does not count that as idle.
      for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
      closeIdle()
    }

    // Closes connections that clients keep open after their answer.
    function closeIdle(): void {
      server.closeIdleConnections()
      stopSweeping = delay(SWEEP_MS, closeIdle)
    }
  })
}
