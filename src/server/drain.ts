import type { Server } from 'node:http'
// eslint-disable-next-line no-restricted-imports -- it listens no more
import { Server as NetServer, type Socket } from 'node:net'
import { delay, afterRunning, yieldToEventLoop } from '../support/time.ts'

/** How long calls in flight may take once the server stops. */
const GRACE_MS = 1_000

/** So often connections are looked for on which nothing goes on any more. */
const LOOK_MS = 20

const socketsOf = new WeakMap<Server, Set<Socket>>()

/** Remembers the connections of a server, so that those can be told on which nothing was ever asked. */
export function rememberSockets(server: Server): void {
  const sockets = new Set<Socket>()
  socketsOf.set(server, sockets)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/** Stops listening, lets what is being answered come to its end, and breaks off what does not in time. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cancel = afterRunning(GRACE_MS, () => server.closeAllConnections())
    let isOver = false
    let stopLooking = delay(LOOK_MS, () => void yieldToEventLoop().then(begin))
    // That of HTTP closes kept connections at once: on some of them a call has arrived that is not read yet, or is on its way.
    NetServer.prototype.close.call(server, () => {
      isOver = true
      cancel()
      stopLooking()
      // It looks at its connections now and then until it is closed in its own way.
      server.close()
      resolve()
    })

    /** What had arrived when the server was told to stop has been read by now. */
    function begin(): void {
      if (isOver) return
      // Some clients connect before they have anything to ask, and Node does not call that idle.
      for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
      look()
    }

    // A client may keep a connection on which it has been answered, and nobody waits for that.
    function look(): void {
      server.closeIdleConnections()
      stopLooking = delay(LOOK_MS, look)
    }
  })
}
