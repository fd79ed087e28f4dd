/**
 * Stands between a client and a server on this machine, so that tests can break the connection.
 *
 *     const proxy = await startProxy(valkey.port)
 *     await proxy.cutAtAnswerTo('EVALSHA')   // the next command in which that stands is carried out, and its answer is lost as by `cut`
 *     proxy.cut()                            // all connections are lost at once, and others refused until
 *     proxy.mend()
 *     await proxy.stop()
 */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between a client and a server. */
export class Proxy {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #cutAt: string | undefined
  #onCut = () => {}
  #isCut = false
  /** The number of connections so far. */
  connections = 0

  constructor(server: Server, port: number, to: number) {
    this.#server = server
    this.port = port
    server.on('connection', (client: Socket) => this.#join(client, to))
  }

  /** Passes on the next command that contains a text, then drops its response and all connections; resolves afterwards. */
  cutAtAnswerTo(text: string): Promise<void> {
    this.#cutAt = text
    return new Promise((resolve) => (this.#onCut = resolve))
  }

  /** Drops all connections and rejects new ones. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Accepts connections again. */
  mend(): void {
    this.#isCut = false
  }

  /** Ends it. */
  async stop(): Promise<void> {
    this.cut()
    const closed = once(this.#server, 'close')
    this.#server.close()
    await closed
  }

  #join(client: Socket, to: number): void {
    if (this.#isCut) {
      client.destroy()
      return
    }
    this.connections += 1
    const server = connect(to, '127.0.0.1')
    let isLast = false
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (this.#cutAt !== undefined && chunk.includes(this.#cutAt)) {
        this.#cutAt = undefined
        isLast = true
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!isLast) {
        client.write(chunk)
        return
      }
      this.cut()
      this.#onCut()
    })
  }
}

/** Starts a proxy for a port of this machine. */
export async function startProxy(to: number): Promise<Proxy> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A server that listens on a port has none.')
  return new Proxy(server, address.port, to)
}
