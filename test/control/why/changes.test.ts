import { expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { LIST, MEMBERS, requestWorld } from '../requests/request-world.ts'

/** A world with a shorthand for the changes that a query lists. */
async function world() {
  const made = await requestWorld()
  const changes = async (query = ''): Promise<Body> => (await made.call(`GET /_control/changes?${query}`)).body
  return { ...made, changes }
}

const tablesOf = ({ changes }: Body): string[][] => changes.map(({ tables }: Body) => tables.map(({ table }: Body) => table))

test('the changes of a world name the request that made each, and count the rows of each table', async () => {
  const { subscribe, call, changes } = await world()
  const { headers } = await subscribe('ada@acme.test')
  const patch = await call(`PATCH ${MEMBERS}/ada@acme.test`, { vip: true })
  const { changes: found, total, evicted } = await changes('table=members')
  expect(found).toMatchObject([
    { at: '2026-01-15T09:00:00.000Z', cause: { request: headers.get('x-request-id') }, by: `POST ${MEMBERS}` },
    { cause: { request: patch.headers.get('x-request-id') }, by: `PATCH ${MEMBERS}/ada@acme.test` },
  ])
  const counts = found.map(({ tables }: Body) => tables.find(({ table }: Body) => table === 'members'))
  expect(counts).toEqual([
    { table: 'members', added: 1, removed: 0, changed: 0 },
    { table: 'members', added: 0, removed: 0, changed: 1 },
  ])
  expect([total, evicted]).toEqual([2, 0])
})

test('the changes of jobs are the jobs that ran, each with its effect and the request that led to it', async () => {
  const { call, pass, changes } = await world()
  const { body: batch, headers } = await call('POST /3.0/batches', {
    operations: [{ method: 'PATCH', path: `/lists/${LIST}`, body: '{"name":"New"}' }],
  })
  expect(await changes('cause=job')).toMatchObject({ changes: [], total: 0 })
  await pass('PT1M')
  const { changes: found } = await changes('cause=job')
  expect(found.map(({ job }: Body) => [job.kind, job.summary])).toEqual([
    ['batches.prepare', `The batch ${batch.id} is prepared`],
    ['batches.start', `The batch ${batch.id} starts`],
    ['batches.operate', `Operation 1 of the batch ${batch.id} (PATCH /lists/${LIST})`],
    ['batches.finish', `The batch ${batch.id} finishes`],
  ])
  expect(found[0]).toMatchObject({
    at: '2026-01-15T09:00:00.200Z',
    cause: { job: `batches.prepare/${batch.id}`, request: headers.get('x-request-id') },
    job: { subject: { entity: 'batch', table: 'batches', id: batch.id } },
  })
})

test('the changes of a world have the number by which a call names its changes', async () => {
  const { subscribe, call, changes } = await world()
  const { headers } = await subscribe('ada@acme.test')
  const { events } = (await call(`GET /_control/requests/${headers.get('x-request-id')}`)).body
  expect((await changes()).changes.map(({ event }: Body) => event)).toContain(events[0])
})

test('the changes of a world can be filtered by cause, table and instant, and paged in both orders', async () => {
  const { subscribe, call, pass, changes } = await world()
  await subscribe('ada@acme.test')
  await pass('PT1H')
  const trigger = { trigger: 'member.unsubscribe', list_id: LIST, email_address: 'ada@acme.test' }
  await call('POST /_control/triggers', trigger)
  expect(await changes('cause=trigger')).toMatchObject({ changes: [{ by: 'the trigger member.unsubscribe' }], total: 1 })
  expect((await changes('cause=request')).total).toBe(1)
  expect((await changes('since=2026-01-15T10:00:00Z')).total).toBe(1)
  expect((await changes('cause=request&until=2026-01-15T10:00:00Z')).total).toBe(1)
  expect((await changes('cause=trigger&until=2026-01-15T10:00:00Z')).total).toBe(0)
  expect((await changes('order=desc&limit=1')).changes).toMatchObject([{ cause: { trigger: 'member.unsubscribe' } }])
  expect((await changes('order=desc&limit=1&offset=1')).changes[0].cause).toHaveProperty('request')
  expect(await changes('table=members&limit=0')).toEqual({ changes: [], total: 2, evicted: 0 })
  expect(tablesOf(await changes('table=members')).every((tables) => tables.includes('members'))).toBe(true)
})

test('the changes of a world are none for calls that only read, and for a world that was reset', async () => {
  const { subscribe, call, changes } = await world()
  await call('GET /3.0/lists')
  expect((await changes('cause=request')).total).toBe(0)
  await subscribe('ada@acme.test')
  expect((await changes('cause=request')).total).toBe(1)
  await call('POST /_control/reset')
  expect(await changes()).toEqual({ changes: [], total: 0, evicted: 0 })
})

test('the changes of a world can be paged by their numbers', async () => {
  const { subscribe, changes } = await world()
  for (const name of ['ada', 'bob', 'eve']) await subscribe(`${name}@acme.test`)
  const [first, second, third] = (await changes()).changes.map(({ event }: Body) => event)
  expect(await changes(`after=${first}&before=${third}`)).toMatchObject({ changes: [{ event: second }], total: 1 })
})

test('the changes of a world refuse an unknown table with the nearest names, and an invalid instant', async () => {
  const { call } = await world()
  const unknown = await call('GET /_control/changes?table=member')
  expect([unknown.status, unknown.body.detail]).toEqual([422, expect.stringMatching(/^There is no table member\. Did you mean/)])
  const invalid = await call('GET /_control/changes?since=yesterday')
  expect([invalid.status, invalid.body.detail]).toEqual([422, expect.stringContaining('must be an ISO 8601 instant')])
})
