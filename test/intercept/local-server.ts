import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a port of this machine other than the service's. */
export async function localServer(listener: RequestListener) {
  const seen: IncomingMessage[] = []
  const connections = new Set<number | undefined>()
  const server = createServer((request, response) => {
    seen.push(request)
    connections.add(request.socket.remotePort)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    /** The number of connections to it. */
    connections: () => connections.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
