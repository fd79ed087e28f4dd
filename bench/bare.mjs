// The baseline: a bare Hono server that sends given objects with `c.json`.
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [port = '0', file] = process.argv.slice(2)
const objects = file ? JSON.parse(readFileSync(file, 'utf8')) : { member: {} }
const app = new Hono()

app.get('/3.0/lists/:list_id/members/:hash', (c) => c.json(objects.member))
app.get('/3.0/lists/:list_id/members', (c) => c.json(c.req.query('count') === '1000' ? objects.thousand : objects.page))
app.post('/3.0/lists/:list_id/members', async (c) => {
  await c.req.json()
  return c.json(objects.member)
})

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
