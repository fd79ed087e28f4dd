// The flow with the client that @hey-api/openapi-ts generates.
import assert from 'node:assert/strict'
import { createClient as createControl } from './control/client/index.ts'
import { advanceClock } from './control/sdk.gen.ts'
import { createClient } from './service/client/index.ts'
import { addMember, createBatch, getBatch, getLists } from './service/sdk.gen.ts'

const { API = '', API_KEY = '', CONTROL = '', WORLD = '' } = process.env
const client = createClient({ baseUrl: API, auth: ({ scheme }) => (scheme === 'bearer' ? API_KEY : undefined) })
const control = createControl({ baseUrl: CONTROL })

const lists = await getLists({ client, query: { count: 1, fields: ['lists.id', 'total_items'] } })
assert.equal(lists.data?.total_items, 3)
const list_id = lists.data.lists[0]?.id ?? ''

const path = { list_id }
const body = { email_address: 'grace@acme.test', status: 'subscribed' as const }
const added = await addMember({ client, path, body })
assert.equal(added.data?.email_address, body.email_address)
const refused = await addMember({ client, path, body })
assert.equal(refused.response?.status, 400)
assert.equal(refused.error?.title, 'Member Exists')

const operations = ['new', 'grace'].map((name) => ({
  method: 'POST',
  path: `/lists/${list_id}/members`,
  body: JSON.stringify({ email_address: `${name}@acme.test`, status: 'subscribed' }),
}))
const created = await createBatch({ client, body: { operations } })
assert.equal(created.data?.status, 'pending')
await advanceClock({ client: control, path: { world: WORLD }, body: { until: 'idle' } })
const { data: batch } = await getBatch({ client, path: { batch_id: created.data.id } })
assert.equal(batch?.status, 'finished')
assert.deepEqual([batch.total_operations, batch.errored_operations], [2, 1])
