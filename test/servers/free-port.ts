import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback interface that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A server that listens on a port has none.')
  server.close()
  await once(server, 'close')
  return address.port
}
