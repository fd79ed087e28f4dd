// The flow with the types of openapi-typescript and the client openapi-fetch.
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { paths as ControlPaths } from './control.ts'
import type { paths } from './service.ts'

const { API = '', API_KEY = '', CONTROL = '', WORLD = '' } = process.env
const service = createClient<paths>({
  baseUrl: API,
  headers: { authorization: `Bearer ${API_KEY}` },
  // The client knows only types: that lists in a query are text with commas is in the document, but not in them.
  querySerializer: { array: { style: 'form', explode: false } },
})
const control = createClient<ControlPaths>({ baseUrl: CONTROL })

const lists = await service.GET('/lists', { params: { query: { count: 1, fields: ['lists.id', 'total_items'] } } })
assert.equal(lists.data?.total_items, 3)
const list_id = lists.data.lists[0]?.id ?? ''

const params = { path: { list_id } }
const body = { email_address: 'grace@acme.test', status: 'subscribed' as const }
const added = await service.POST('/lists/{list_id}/members', { params, body })
assert.equal(added.data?.email_address, body.email_address)
const refused = await service.POST('/lists/{list_id}/members', { params, body })
assert.equal(refused.response.status, 400)
assert.equal(refused.error?.title, 'Member Exists')

const operations = ['new', 'grace'].map((name) => ({
  method: 'POST',
  path: `/lists/${list_id}/members`,
  body: JSON.stringify({ email_address: `${name}@acme.test`, status: 'subscribed' }),
}))
const created = await service.POST('/batches', { body: { operations } })
assert.equal(created.data?.status, 'pending')
await control.POST('/worlds/{world}/clock/advance', { params: { path: { world: WORLD } }, body: { until: 'idle' } })
const { data: batch } = await service.GET('/batches/{batch_id}', { params: { path: { batch_id: created.data.id } } })
assert.equal(batch?.status, 'finished')
assert.deepEqual([batch.total_operations, batch.errored_operations], [2, 1])
