// MSW with handlers written by hand, which hold the members, webhooks and batches of a test.
import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, test } from 'vitest'
import { applicationAt, hashOf, LIST, openEndpoint } from '../service.mjs'

const BASE = 'https://dc1.service.test'
const SEEDS = 22

/** @type {Map<string, any>} */
let members = new Map()
/** @type {Map<string, any>} */
let batches = new Map()
/** @type {string[]} */
let webhooks = []

const server = setupServer(
  http.post(`${BASE}/3.0/lists/:list/members`, async ({ request }) => {
    const { status, body } = addMember(await request.json())
    return HttpResponse.json(body, { status })
  }),
  http.get(`${BASE}/3.0/lists/:list/members`, ({ request }) => {
    const { searchParams } = new URL(request.url)
    const [count, offset] = [Number(searchParams.get('count') ?? 10), Number(searchParams.get('offset') ?? 0)]
    const page = [...members.values()].slice(offset, offset + count)
    return HttpResponse.json({ members: page, list_id: LIST, total_items: members.size })
  }),
  http.get(`${BASE}/3.0/lists/:list/members/:hash`, ({ params }) => {
    const member = members.get(String(params['hash']))
    return member ? HttpResponse.json(member) : notFound()
  }),
  http.patch(`${BASE}/3.0/lists/:list/members/:hash`, async ({ params, request }) => {
    const member = members.get(String(params['hash']))
    if (!member) return notFound()
    /** @type {any} */
    const fields = await request.json()
    Object.assign(member, fields, { merge_fields: { ...member.merge_fields, ...fields.merge_fields } })
    return HttpResponse.json(member)
  }),
  http.post(`${BASE}/3.0/lists/:list/webhooks`, async ({ request }) => {
    /** @type {any} */
    const webhook = await request.json()
    webhooks.push(webhook.url)
    return HttpResponse.json({ id: `webhook${webhooks.length}`, ...webhook, list_id: LIST })
  }),
  http.post(`${BASE}/3.0/batches`, async ({ request }) => {
    /** @type {any} */
    const { operations } = await request.json()
    const id = `batch${batches.size}`
    const batch = { id, status: 'pending', total_operations: operations.length, finished_operations: 0, errored_operations: 0 }
    batches.set(id, { batch, operations })
    return HttpResponse.json(batch)
  }),
  http.get(`${BASE}/3.0/batches/:id`, ({ params }) => {
    const found = batches.get(String(params['id']))
    return found ? HttpResponse.json(found.batch) : notFound()
  }),
)

beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }))
afterAll(() => server.close())

/** @type {import('../service.mjs').DefineTest} */
export function defineTest(name, body) {
  test(`member ${name}`, async () => {
    members = new Map(Array.from({ length: SEEDS }, (_, number) => memberOf({ email_address: `seed${number}@acme.test` })))
    batches = new Map()
    webhooks = []
    await body({ application: applicationAt(BASE, '0123456789abcdef-dc1'), openEndpoint, advance: async () => runBatches() })
  })
}

/** @param {any} fields */
function addMember(fields) {
  const [hash, member] = memberOf(fields)
  if (members.has(hash)) {
    const detail = `${fields.email_address} is already a list member. Use PUT to insert or update list members.`
    return { status: 400, body: { type: 'about:blank', title: 'Member Exists', status: 400, detail, instance: '' } }
  }
  members.set(hash, member)
  for (const url of webhooks) void notify(url, member)
  return { status: 200, body: member }
}

/** @param {any} fields @returns {[string, any]} */
function memberOf(fields) {
  const id = hashOf(fields.email_address)
  return [
    id,
    {
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
      list_id: LIST,
      ...fields,
    },
  ]
}

/** @param {string} url @param {any} member */
async function notify(url, member) {
  const data = { 'data[id]': member.contact_id, 'data[email]': member.email_address, 'data[list_id]': LIST }
  await fetch(url, { method: 'POST', body: new URLSearchParams({ type: 'subscribe', fired_at: '2026-01-15 09:00:00', ...data }) })
}

/** What the passing of time does to batches. */
function runBatches() {
  for (const { batch, operations } of batches.values()) {
    for (const { body } of operations) if (addMember(JSON.parse(body)).status >= 400) batch.errored_operations++
    Object.assign(batch, { status: 'finished', finished_operations: operations.length })
  }
}

function notFound() {
  return HttpResponse.json({ title: 'Resource Not Found', status: 404 }, { status: 404 })
}
