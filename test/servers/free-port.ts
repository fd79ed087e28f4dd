import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that systems give to connections and to servers that name none: such a port would soon be taken. */
const [FIRST, COUNT] = [20_000, 12_000]

/** The ports that tests have got. */
const given = new Set<number>()

/** A port of the loopback interface that is free, and stays so until a test uses it: each time another one. */
export async function freePort(): Promise<number> {
  const port = FIRST + randomInt(COUNT)
  if (given.has(port)) return freePort()
  given.add(port)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
