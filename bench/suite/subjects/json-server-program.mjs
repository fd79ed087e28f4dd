// json-server with members in memory. Duplicates, webhooks, batches and the shape of answers are written by hand around it.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'

const [port = '0', home = ''] = process.argv.slice(2)
const jsonServer = createRequire(import.meta.url)(home)

const seeds = Array.from({ length: 22 }, (_, number) => memberOf({ email_address: `seed${number}@acme.test` }))
/** @type {{ members: any[], webhooks: any[], batches: any[] }} */
const state = { members: seeds, webhooks: [], batches: [] }

const app = jsonServer.create()
const router = jsonServer.router(state)
app.use(jsonServer.bodyParser)
app.use(
  jsonServer.rewriter({
    '/3.0/lists/:list/members\\?count=:count': '/members?_start=0&_limit=:count',
    '/3.0/lists/:list/members': '/members?list_id=:list',
    '/3.0/lists/:list/members/:hash': '/members/:hash',
    '/3.0/lists/:list/webhooks': '/webhooks?list_id=:list',
    '/3.0/batches': '/batches',
    '/3.0/batches/:id': '/batches/:id',
  }),
)
app.post('/advance', (/** @type {any} */ _request, /** @type {any} */ response) => {
  for (const batch of state.batches) runBatch(batch)
  response.json({})
})
app.post('/members', (/** @type {any} */ request, /** @type {any} */ response, /** @type {() => void} */ next) => {
  const member = memberOf({ ...request.body, list_id: request.query.list_id })
  if (!isNew(member)) return response.status(400).json({ title: 'Member Exists', status: 400 })
  request.body = member
  notify(member)
  return next()
})
app.post('/webhooks', (/** @type {any} */ request, /** @type {any} */ _response, /** @type {() => void} */ next) => {
  request.body.list_id = request.query.list_id
  next()
})
app.post('/batches', (/** @type {any} */ request, /** @type {any} */ _response, /** @type {() => void} */ next) => {
  request.body = { ...request.body, status: 'pending', finished_operations: 0, errored_operations: 0 }
  next()
})
app.patch('/members/:id', (/** @type {any} */ request, /** @type {any} */ _response, /** @type {() => void} */ next) => {
  const member = state.members.find(({ id }) => id === request.params.id)
  request.body.merge_fields = { ...member?.merge_fields, ...request.body.merge_fields }
  next()
})
router.render = (/** @type {any} */ _request, /** @type {any} */ response) => {
  const { data } = response.locals
  if (response.statusCode === 201) response.status(200)
  response.json(Array.isArray(data) ? { members: data, total_items: state.members.length } : data)
}
app.use(router)
app.listen(Number(port), '127.0.0.1')

/** @param {any} fields */
function memberOf(fields) {
  const id = createHash('md5').update(fields.email_address.toLowerCase()).digest('hex')
  return {
    id,
    unique_email_id: id.slice(0, 10),
    contact_id: id,
    email_type: 'html',
    status: 'subscribed',
    merge_fields: {},
    interests: {},
    stats: { avg_open_rate: 0, avg_click_rate: 0 },
    language: '',
    vip: false,
    location: { latitude: 0, longitude: 0, gmtoff: 0, dstoff: 0, country_code: '', timezone: '' },
    source: 'API - Generic',
    tags_count: 0,
    tags: [],
    ...fields,
  }
}

/** @param {any} member */
function isNew(member) {
  return !state.members.some(({ id }) => id === member.id)
}

/** @param {any} member */
function notify(member) {
  const form = { type: 'subscribe', fired_at: '2026-01-15 09:00:00', 'data[email]': member.email_address }
  for (const { url, list_id: list } of state.webhooks)
    if (list === member.list_id) void fetch(url, { method: 'POST', body: new URLSearchParams(form) }).catch(() => {})
}

/** @param {any} batch */
function runBatch(batch) {
  if (batch.status === 'finished') return
  for (const { body } of batch.operations) {
    const member = memberOf(JSON.parse(body))
    if (isNew(member)) state.members.push(member)
    else batch.errored_operations++
  }
  Object.assign(batch, { status: 'finished', finished_operations: batch.operations.length })
}
