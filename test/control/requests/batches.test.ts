import { expect, test } from 'vitest'
import { LIST, requestWorld } from './request-world.ts'

type World = Awaited<ReturnType<typeof requestWorld>>

const ADA = JSON.stringify({ email_address: 'ada@acme.test', status: 'subscribed' })

async function run({ call, pass }: World, operations: object[]): Promise<void> {
  expect((await call('POST /3.0/batches', { operations })).status).toBe(200)
  await pass('PT1M')
}

const viaBatch = (world: World) => world.requests('?via=batch')

test('an operation of a batch appears in the journal as an answered call', async () => {
  const world = await requestWorld()
  await run(world, [{ method: 'POST', path: `/lists/${LIST}/members`, body: ADA }])
  const [entry] = await viaBatch(world)
  expect(entry).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    via: 'batch',
    method: 'POST',
    path: `/3.0/lists/${LIST}/members`,
    query: {},
    operation: 'addMember',
    status: 200,
    duration_ms: 0,
    request: { headers: {}, body: ADA, cut: 0 },
    response: { headers: {}, cut: 0 },
    injected: false,
    error: null,
  })
  expect(JSON.parse(entry.response.body)).toMatchObject({ email_address: 'ada@acme.test' })
  expect((await world.call(`GET /_control/requests/${entry.id}`)).body).toMatchObject(entry)
})

test('operations of batches in the journal have the instant at which they ran', async () => {
  const world = await requestWorld({ settings: { batch: { operation: 'PT1S' } } })
  await run(world, [
    { method: 'GET', path: '/ping' },
    { method: 'GET', path: '/ping' },
  ])
  const [first, second] = await viaBatch(world)
  expect(Date.parse(second.at) - Date.parse(first.at)).toBe(1_000)
})

test('operations of batches in the journal have the events that they caused', async () => {
  const world = await requestWorld()
  await run(world, [
    { method: 'POST', path: `/lists/${LIST}/members`, body: ADA },
    { method: 'GET', path: '/ping' },
  ])
  const [entry] = await viaBatch(world)
  const why = (await world.call('GET /_control/why?entity=member&id=ada@acme.test')).body
  expect(entry.events).toContain(why.history[0].event)
})

test('rejected operations of batches in the journal have the request id of their problem object', async () => {
  const world = await requestWorld()
  await run(world, [
    { method: 'POST', path: `/lists/${LIST}/members`, body: '{"email_address":"ada@acme.test","status":"happy"}' },
    { method: 'GET', path: '/listz' },
    { method: 'POST', path: '/lists', body: '{' },
    { method: 'POST', path: '/lists', body: { name: 'not a text' } },
  ])
  const entries = await viaBatch(world)
  expect(entries).toMatchObject([
    { operation: 'addMember', status: 400, error: 'InvalidResource', violations: [{ side: 'request', at: 'status' }] },
    { operation: null, status: 404, error: 'ResourceNotFound', violations: [{ side: 'request', at: 'path' }] },
    { operation: 'createList', status: 400, error: 'JSONParseError', violations: [{ side: 'request', at: '' }] },
    { operation: 'createList', status: 400, error: 'InvalidResource', request: { body: '' }, violations: [{ at: 'body' }] },
  ])
  for (const { id, response } of entries) expect(JSON.parse(response.body).instance).toBe(id)
})

test('operations of batches in the journal have the parameters that they ran with, page by page', async () => {
  const world = await requestWorld({ settings: { batch: { page: 1 } } })
  for (const name of ['a', 'b']) await world.subscribe(`${name}@acme.test`)
  await run(world, [{ method: 'GET', path: `/lists/${LIST}/members?status=subscribed`, params: { fields: 'total_items' } }])
  expect((await viaBatch(world)).map(({ query }) => query)).toEqual([
    { status: 'subscribed', fields: 'total_items', count: '1' },
    { status: 'subscribed', fields: 'total_items', count: '1', offset: '1' },
  ])
})

test('operations of batches in the journal name the fault that answered them', async () => {
  const world = await requestWorld()
  const effect = { problem: { preset: 'TooManyRequests' } }
  const { id } = (await world.call('POST /_control/faults', { match: { via: 'batch' }, when: { first: 1 }, effect })).body
  await run(world, [{ method: 'POST', path: `/lists/${LIST}/members`, body: ADA }])
  const [entry] = await viaBatch(world)
  const fault = (await world.call(`GET /_control/faults/${id}`)).body
  expect(entry).toMatchObject({
    id: fault.last_fired_request,
    operation: 'addMember',
    status: 429,
    fault: id,
    faults: [{ id, effect: 'problem' }],
    injected: true,
    error: null,
    request: { body: ADA },
  })
})

test('an operation of a batch counts in the coverage', async () => {
  const world = await requestWorld()
  await run(world, [{ method: 'POST', path: `/lists/${LIST}/members`, body: ADA }])
  const { body } = await world.call('GET /_control/contract/coverage')
  expect(body.operations.find(({ operation }: { operation: string }) => operation === 'addMember')).toMatchObject({ calls: 1 })
})
