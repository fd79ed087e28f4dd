import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A request as received. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = (request: Received, response: ServerResponse, count: number) => void

/** A receiver of webhooks on its own port. It answers 200 by default. */
export async function receiver(answer: Answer = (_request, response) => response.end()) {
  const received: Received[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const server = createServer((incoming, response) => {
    void textOf(incoming).then((body) => {
      const { method = '', url: path = '', headers } = incoming
      const request = { method, path, headers, body }
      received.push(request)
      answer(request, response, received.length)
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    })
  })
  const url = await listen(server)
  return {
    url,
    port: Number(new URL(url).port),
    received,
    /** Resolves once the given number of requests have arrived. */
    got: (count: number): Promise<Received[]> =>
      new Promise((resolve) => {
        const done = () => resolve(received)
        if (received.length >= count) done()
        else waiting.push({ count, resolve: done })
      }),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A receiver with its own protocol: it handles raw connections. */
export async function rawReceiver(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    answer(socket)
  })
  const url = await listen(server)
  return {
    url,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
