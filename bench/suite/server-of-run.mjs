// Starts the server of a run for subjects that need one.
import { join } from 'node:path'
import { install, JSON_SERVER } from '../install.mjs'
import { startDouble, startScript } from '../server.mjs'

/** @type {Record<string, () => Promise<import('../server.mjs').Server>>} */
const SERVERS = {
  server: () => startDouble([]),
  'json-server': async () => {
    const { home } = install('json-server', JSON_SERVER)
    return startScript((port) => [join(import.meta.dirname, 'subjects/json-server-program.mjs'), port, home], '/members?_limit=1')
  },
}

/** Starts it, and returns the function that stops it. */
export default async function startServer() {
  const server = await SERVERS[process.env['BENCH_SUBJECT'] ?? '']?.()
  process.env['BENCH_SERVER'] = server?.url ?? ''
  return server?.stop
}
