// The baseline: a bare Hono server that sends given answers with `c.json`.
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [port = '0', file = ''] = process.argv.slice(2)
/** @type {import('./server.mjs').Answer[]} */
const answers = JSON.parse(readFileSync(file, 'utf8'))
const app = new Hono()

app.get('/3.0/ping', (c) => c.json({}))
for (const { method, path, status = 200, body } of answers) {
  /** @param {import('hono').Context} c */
  const send = (c) => {
    if (status === 204) return c.body(null, status)
    // Hono is faster without a status.
    return status === 200 ? c.json(body) : c.json(body, status)
  }
  if (method === 'GET') app.get(path, send)
  else
    app.on(method, path, async (c) => {
      await c.req.json()
      return send(c)
    })
}

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
// An orderly end, so that a profile of this process is written.
process.once('SIGTERM', () => process.exit())
