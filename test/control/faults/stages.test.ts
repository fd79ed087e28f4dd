import { expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { withList } from '../../resources/member-world.ts'

const ADA = { email_address: 'ada@acme.test', status: 'subscribed' }
const MEMBERS = '/3.0/lists/a1b2c3d4e5/members'

/** A world with a list and the given faults, and a reader of the list's members. */
async function faulty(...wishes: readonly object[]) {
  const world = await withList()
  const { call } = world
  for (const wish of wishes) expect((await call('POST /_control/faults', wish)).status).toBe(201)
  const members = async () => (await call(`GET ${MEMBERS}`)).body.members.map(({ email_address }: Body) => email_address)
  const add = (options?: Parameters<typeof call>[2]) => call(`POST ${MEMBERS}`, ADA, options)
  const fault = async (id = 1) => (await call(`GET /_control/faults/${id}`)).body
  return { ...world, members, add, fault }
}

const ON_ADDING = { match: { operation: 'addMember' }, when: { first: 1 } }

test('a fault before the operation leaves everything unchanged', async () => {
  const { add, members } = await faulty({ ...ON_ADDING, effect: { problem: { preset: 'InternalServerError' } } })
  expect((await add()).status).toBe(500)
  expect(await members()).toEqual([])
  expect((await add()).status).toBe(200)
})

test('a fault after the operation loses the response, and a retry finds the existing member', async () => {
  const { add, members } = await faulty({ ...ON_ADDING, stage: 'after', effect: { connection: 'reset' } })
  await expect(add()).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
  expect(await members()).toEqual(['ada@acme.test'])
  expect((await add()).body).toMatchObject({ status: 400, title: 'Member Exists' })
})

test('a fault after the operation replaces the response', async () => {
  const { add, members } = await faulty({
    ...ON_ADDING,
    stage: 'after',
    effect: { problem: { status: 502, title: 'Bad Gateway' } },
  })
  expect((await add()).body).toMatchObject({ status: 502, title: 'Bad Gateway' })
  expect(await members()).toEqual(['ada@acme.test'])
})

test.each([
  ['before', []],
  ['after', ['ada@acme.test']],
])('a fault with malformed, %s the operation, leaves the members %j', async (stage, left) => {
  const { call, app, members } = await faulty({ ...ON_ADDING, stage, effect: { connection: 'malformed' } })
  const response = await app.request(`http://maildouble.test${MEMBERS}`, {
    method: 'POST',
    headers: { authorization: 'Bearer test-dc1', 'content-type': 'application/json' },
    body: JSON.stringify(ADA),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  await expect(response.json()).rejects.toThrow(SyntaxError)
  expect(await members()).toEqual(left)
  expect((await call('GET /_control/faults/1')).body.fired).toBe(1)
})

test('a fault with malformed sends half a body even for a response without a body', async () => {
  const { call, app } = await faulty({ match: { operation: 'deleteList' }, effect: { connection: 'malformed' } })
  const init = { method: 'DELETE', headers: { authorization: 'Bearer test-dc1' } }
  const response = await app.request('http://maildouble.test/3.0/lists/a1b2c3d4e5', init)
  expect([response.status, await response.text()]).toEqual([200, '{'])
  expect((await call('GET /3.0/lists/a1b2c3d4e5')).status).toBe(200)
})

test('a fault with latency lets the call continue as usual, and several latencies add up', async () => {
  const { add, members, fault } = await faulty(
    { ...ON_ADDING, effect: { latency: 1 } },
    { ...ON_ADDING, stage: 'after', effect: { latency: { min: 'PT0.001S', max: 2 } } },
  )
  expect((await add()).status).toBe(200)
  expect(await members()).toEqual(['ada@acme.test'])
  expect([await fault(1), await fault(2)]).toMatchObject([{ fired: 1 }, { fired: 1 }])
})

test('a fault that would change a response does not count one that another fault replaced', async () => {
  const { add, fault } = await faulty(
    { ...ON_ADDING, effect: { mutate: 'reorder_keys' } },
    { ...ON_ADDING, effect: { connection: 'slow' } },
    { ...ON_ADDING, effect: { connection: 'close' } },
  )
  await expect(add()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
  expect([await fault(1), await fault(2), await fault(3)]).toMatchObject([
    { seen: 1, fired: 0, last_fired_request: null },
    { seen: 1, fired: 0 },
    { seen: 1, fired: 1 },
  ])
})

test('a fault matches headers, query and body of the call', async () => {
  const match = {
    headers: { 'X-Run': '7' },
    query: { skip_merge_validation: true },
    body: { '/email_address': 'ada@acme.test' },
  }
  const { call, fault } = await faulty({ match, effect: { problem: { preset: 'Conflict' } } })
  const path = `POST ${MEMBERS}?skip_merge_validation=true`
  expect((await call(path, { ...ADA, email_address: 'bob@acme.test' }, { headers: { 'x-run': '7' } })).status).toBe(200)
  expect((await call(path, ADA, { headers: { 'x-run': '8' } })).status).toBe(200)
  expect((await call(path, ADA, { headers: { 'x-run': '7' } })).status).toBe(409)
  expect((await fault()).seen).toBe(1)
})

test('a fault matches the call as changed by a method override', async () => {
  const { call } = await faulty({
    match: { operation: 'deleteList', method: 'DELETE' },
    effect: { problem: { preset: 'Conflict' } },
  })
  const headers = { 'x-http-method-override': 'DELETE' }
  expect((await call('POST /3.0/lists/a1b2c3d4e5', undefined, { headers })).status).toBe(409)
})

test('a fault matches a call with an invalid body before the body is checked', async () => {
  const { call } = await faulty({ ...ON_ADDING, effect: { problem: { preset: 'InternalServerError' } } })
  expect((await call(`POST ${MEMBERS}`, undefined, { raw: '{' })).status).toBe(500)
  expect((await call(`POST ${MEMBERS}`, undefined, { raw: '{' })).status).toBe(400)
})

test('a fault replaces an error response as well', async () => {
  const { add, members } = await faulty({
    match: { operation: 'addMember' },
    when: { nth: 2 },
    stage: 'after',
    effect: { problem: { preset: 'InternalServerError' } },
  })
  expect([(await add()).status, (await add()).status, (await add()).status]).toEqual([200, 500, 400])
  expect(await members()).toEqual(['ada@acme.test'])
})

test('the journal names the faults that affected a response', async () => {
  const { add, handle, call } = await faulty(
    { ...ON_ADDING, effect: { latency: 0 } },
    { ...ON_ADDING, effect: { problem: { preset: 'Conflict' } } },
  )
  await add()
  await add()
  await call('GET /3.0/ping', undefined, { headers: { 'x-trigger-error': 'Conflict' } })
  const entries = handle()
    .log.journal.all()
    .map(({ status, faults, injected }) => ({ status, faults, injected }))
  expect(entries).toEqual([
    {
      status: 409,
      faults: [
        { id: 1, effect: 'latency' },
        { id: 2, effect: 'problem' },
      ],
      injected: true,
    },
    { status: 200, faults: [], injected: false },
    { status: 409, faults: [], injected: true },
  ])
})

test('the journal has no status for a lost response', async () => {
  const { add, handle } = await faulty({ ...ON_ADDING, stage: 'after', effect: { connection: 'close' } })
  await expect(add()).rejects.toThrow('fetch failed')
  expect(handle().log.journal.all()).toMatchObject([{ status: null, faults: [{ id: 1, effect: 'close' }], injected: true }])
})
