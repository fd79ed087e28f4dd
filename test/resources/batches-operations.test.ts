import { describe, expect, test } from 'vitest'
import { revokeToken } from '../../src/service/rules/oauth/exchange.ts'
import { tokens } from '../../src/service/model/oauth/token.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { deliveries } from '../../src/service/model/deliveries/delivery.ts'
import { addition, PING, plantBatchWebhook, resultsIn, withBatches } from './batch-world.ts'

const MEMBERS = '/lists/a1b2c3d4e5/members'
const HEALTHY = { health_status: 'ok' }

describe('createBatch', () => {
  test('the operations of a batch run in order, and each sees the changes of the previous ones', async () => {
    const { run } = await withBatches()
    const ada = `${MEMBERS}/ada@acme.test`
    const { batch, results } = await run(
      { method: 'GET', path: ada, operation_id: 'too early' },
      addition('ada'),
      { method: 'GET', path: ada, operation_id: 'in time', params: { fields: 'email_address,status' } },
      { method: 'PATCH', path: ada, body: '{"status":"unsubscribed"}' },
      { method: 'GET', path: ada, params: { fields: 'status' } },
    )
    expect(batch).toMatchObject({ status: 'finished', total_operations: 5, finished_operations: 5, errored_operations: 1 })
    expect(results).toMatchObject([
      { status_code: 404, operation_id: 'too early', response: { title: 'Resource Not Found', status: 404 } },
      { status_code: 200, operation_id: 'ada', response: { email_address: 'ada@acme.test', status: 'subscribed' } },
      { status_code: 200, operation_id: 'in time', response: { email_address: 'ada@acme.test', status: 'subscribed' } },
      { status_code: 200, operation_id: null, response: { status: 'unsubscribed' } },
      { status_code: 200, operation_id: null, response: { status: 'unsubscribed' } },
    ])
    expect(results[2]?.response).toEqual({ email_address: 'ada@acme.test', status: 'subscribed' })
  })

  test("the response of a batch's operation equals the response to the same call on its own", async () => {
    const { run, call } = await withBatches()
    const { results } = await run({ method: 'GET', path: '/lists/a1b2c3d4e5' })
    expect(results).toEqual([{ status_code: 200, operation_id: null, response: (await call('GET /3.0/lists/a1b2c3d4e5')).body }])
  })

  test('an error in the results of a batch is a problem object with its own instance', async () => {
    const { run } = await withBatches()
    const { results } = await run({ method: 'GET', path: '/lists/x' }, { method: 'GET', path: '/lists/x' })
    const [one, other] = results.map(({ response }) => response)
    expect(one).toEqual({
      type: 'http://maildouble.test/docs/errors',
      title: 'Resource Not Found',
      status: 404,
      detail: 'The requested resource could not be found.',
      instance: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
    })
    expect(other.instance).not.toBe(one.instance)
  })

  test('each operation of a batch is atomic: a rejected one is rolled back, and the others keep their changes', async () => {
    const { run, call } = await withBatches()
    const { batch } = await run(addition('ada'), addition('ada'), addition('bob'), addition('cyd', 'ffffffffff'))
    expect(batch).toMatchObject({ finished_operations: 4, errored_operations: 2 })
    expect((await call(`GET /3.0${MEMBERS}`)).body.total_items).toBe(2)
  })

  test('a response without a body counts in a batch as a success with an empty response', async () => {
    const { run } = await withBatches()
    const event = { method: 'POST', path: `${MEMBERS}/ada@acme.test/events`, body: '{"name":"bought"}' }
    const { batch, results } = await run(addition('ada'), event)
    expect(batch).toMatchObject({ finished_operations: 2, errored_operations: 0 })
    expect(results[1]).toEqual({ status_code: 204, operation_id: null, response: '' })
  })

  test.each([
    ['GET', '/ping'],
    ['get', 'ping'],
    ['Get', '/3.0/ping'],
    ['GET', '3.0/ping'],
    ['GET', '/ping/'],
    ['GET', 'ping?fields=health_status'],
  ])('a batch accepts the method %s and path %s', async (method, path) => {
    const { run } = await withBatches()
    expect((await run({ method, path })).results).toEqual([{ status_code: 200, operation_id: null, response: HEALTHY }])
  })

  test.each(['/3.0', '3.0/', '/'])('a batch accepts %s as the API root', async (path) => {
    const { run } = await withBatches()
    const { results } = await run({ method: 'GET', path, params: { fields: 'account_name' } })
    expect(results[0]?.response).toEqual({ account_name: 'Acme' })
  })

  const MISSING = { title: 'Resource Not Found', status: 404 }
  const invalid = (field: string) => ({ title: 'Invalid Resource', errors: [{ field }] })

  test.each<[object, object]>([
    [{ method: 'GET', path: '/nowhere' }, MISSING],
    [{ method: 'GET', path: '/3.0ping' }, MISSING],
    [{ method: 'GET', path: 'http://elsewhere.test/3.0/ping' }, MISSING],
    [{ method: 'GET', path: '/lists/../ping' }, MISSING],
    [
      { method: 'PUT', path: '/ping' },
      { title: 'Method Not Allowed', status: 405 },
    ],
    [
      { method: 'GET', path: '/a/b/c/d/e/f/g/h/i' },
      { title: 'Resource Nesting Too Deep', status: 414 },
    ],
    [{ method: 'GET', path: '/lists?count=few' }, invalid('count')],
    [{ method: 'POST', path: MEMBERS }, invalid('')],
    [{ method: 'POST', path: MEMBERS, body: null }, invalid('')],
    [
      { method: 'POST', path: MEMBERS, body: '{' },
      { title: 'JSON Parse Exception', status: 400 },
    ],
    [{ method: 'POST', path: MEMBERS, body: '[]' }, invalid('')],
    [
      { method: 'POST', path: MEMBERS, body: '{"status":"subscribed"}' },
      { title: 'Invalid Resource', status: 400 },
    ],
    [{ method: 'POST', path: MEMBERS, body: { email_address: 'ada@acme.test' } }, invalid('body')],
    [{ method: 'POST', path: MEMBERS, body: ['x'] }, invalid('body')],
    [{ method: 'PATCH', path: '/lists/a1b2c3d4e5', body: 5 }, invalid('body')],
  ])('the operation %j of a batch fails on its own with %j', async (operation, problem) => {
    const { run, call } = await withBatches()
    const { batch, results } = await run(operation, PING)
    expect(batch).toMatchObject({ finished_operations: 2, errored_operations: 1 })
    expect(results[0]).toMatchObject({ status_code: results[0]?.response.status, response: problem })
    expect(results[1]?.response).toEqual(HEALTHY)
    expect((await call(`GET /3.0${MEMBERS}`)).body.total_items).toBe(0)
  })

  test("params of a batch's operation become URL parameters of a GET, whatever their primitive type", async () => {
    const { run } = await withBatches()
    const three = [addition('ada'), addition('bob'), addition('cyd')]
    const params = { count: 1, offset: '1', fields: ['members.email_address', 'total_items'], unknown: true, status: null }
    const { results } = await run(...three, { method: 'GET', path: MEMBERS, params })
    expect(results[3]?.response).toEqual({ members: [{ email_address: 'bob@acme.test' }], total_items: 3 })
  })

  test("params of a batch's operation take precedence over the query of the path", async () => {
    const { run } = await withBatches()
    const path = '/lists?count=0&fields=lists.id'
    const { results } = await run({ method: 'GET', path, params: { fields: 'total_items' } })
    expect(results[0]?.response).toEqual({ total_items: 1 })
  })

  test('params of other methods and the body of a GET are ignored in a batch, but not the query of the path', async () => {
    const { run, call } = await withBatches()
    await call('POST /3.0/lists/a1b2c3d4e5/merge-fields', { name: 'Shoe', type: 'text', tag: 'SHOE', required: true })
    const { results } = await run(
      { ...addition('ada'), params: { skip_merge_validation: true } },
      { ...addition('bob'), path: `${MEMBERS}?skip_merge_validation=true` },
      { ...PING, body: { not: 'text' } },
    )
    expect(results.map(({ status_code }) => status_code)).toEqual([400, 200, 200])
  })

  test('changes by the operations of a batch are attributed to the API', async () => {
    const { run, call } = await withBatches()
    await run(addition('ada'))
    expect((await call(`GET /3.0${MEMBERS}/ada@acme.test`)).body).toMatchObject({ ip_opt: '127.0.0.1', source: 'API - Generic' })
  })

  test('DELETE runs in a batch if the setting allows it', async () => {
    const { run, call } = await withBatches({ settings: { batch: { delete_operations: 'on' } } })
    const { results } = await run(addition('ada'), { method: 'delete', path: `${MEMBERS}/ada@acme.test` })
    expect(results[1]).toEqual({ status_code: 204, operation_id: null, response: '' })
    expect((await call(`GET /3.0${MEMBERS}`)).body.total_items).toBe(0)
  })

  test('an operation that deletes its own batch is the last to run', async () => {
    const plan = { settings: { batch: { delete_operations: 'on' } } } as const
    // Worlds with the same seed generate the same ids.
    const { id } = (await (await withBatches(plan)).submitBatch(PING)).body
    const { submitBatch, call, pass } = await withBatches(plan)
    const ids = [
      await submitBatch(addition('ada'), { method: 'DELETE', path: `/batches/${id}` }, addition('bob')),
      await submitBatch(addition('cyd')),
    ].map(({ body }) => body.id)
    expect(ids[0]).toBe(id)
    await pass('PT10S')
    expect((await call('GET /3.0/batches')).body.batches).toMatchObject([{ id: ids[1], status: 'finished' }])
    expect((await call(`GET /3.0${MEMBERS}`)).body.members).toMatchObject([
      { email_address: 'ada@acme.test' },
      { email_address: 'cyd@acme.test' },
    ])
  })

  test('an operation may create another batch, which waits for its turn', async () => {
    const { run, call, pass } = await withBatches()
    const inner = JSON.stringify({ operations: [addition('ada')] })
    const { batch, results } = await run({ method: 'POST', path: '/batches', body: inner }, addition('bob'))
    expect(results.map(({ status_code }) => status_code)).toEqual([200, 200])
    expect(results[0]?.response).toMatchObject({ status: 'pending', submitted_at: batch.submitted_at })
    await pass('PT1S')
    expect((await call(`GET /3.0/batches/${results[0]?.response.id}`)).body).toMatchObject({ status: 'finished' })
    expect((await call(`GET /3.0${MEMBERS}`)).body.members).toMatchObject([
      { email_address: 'bob@acme.test' },
      { email_address: 'ada@acme.test' },
    ])
  })

  test('an operation sees the current state of its own batch', async () => {
    const { submitBatch, pass, call } = await withBatches()
    const { id } = (await submitBatch(PING, { method: 'GET', path: '/batches', params: { fields: 'batches.status' } })).body
    await pass('PT10S')
    expect((await call(`GET /3.0/batches/${id}`)).body).toMatchObject({ status: 'finished', errored_operations: 0 })
  })

  test('a finished batch is announced once', async () => {
    const { run, plant } = await withBatches({ settings: { webhooks: { mode: 'record' } } })
    await plant(plantBatchWebhook)
    const { batch } = await run(PING)
    const deliveredRows = await plant((tx) => tx.range(deliveries.key).all())
    expect(deliveredRows).toMatchObject([{ event: 'batch_operation_completed', webhook_id: 'bbbbbbbbbb' }])
    expect(deliveredRows[0]?.body).toContain(`data%5Bid%5D=${batch.id}`)
  })
})

describe('the credential of a batch', () => {
  const TOKEN = 'a-token'
  const asApp = { headers: { authorization: `Bearer ${TOKEN}` } }

  /** A batch of three operations created by an application, one of which has run. */
  async function underWay() {
    const world = await withBatches()
    await world.plant((tx) => {
      const { client_id } = tx.world.credentials
      tx.insert(tokens, { token: TOKEN, client_id, status: 'valid', issued_at: tx.now })
    })
    const operations = [PING, addition('ada'), PING]
    const { id } = (await world.call('POST /3.0/batches', { operations }, asApp)).body
    await world.pass('PT0.405S')
    return { ...world, id }
  }

  test('the remaining operations of a batch get 401 in the results if its token is revoked', async () => {
    const { plant, pass, getBatch, id, call, app } = await underWay()
    await plant((tx) => revokeToken(tx, TOKEN))
    await pass('PT10S')
    const batch = await getBatch(id)
    expect(batch).toMatchObject({ status: 'finished', finished_operations: 3, errored_operations: 2 })
    const refused = { status_code: 401, response: { title: 'API Key Invalid', status: 401 } }
    expect(await resultsIn(await app.request(batch.response_body_url))).toMatchObject([{ status_code: 200 }, refused, refused])
    expect((await call(`GET /3.0${MEMBERS}`)).body.total_items).toBe(0)
  })

  test('the remaining operations of a batch get 403 in the results if the account is disabled', async () => {
    const { plant, pass, getBatch, id, app } = await underWay()
    await plant((tx) => plantAccount(tx, { disabled: true }))
    await pass('PT10S')
    await plant((tx) => plantAccount(tx, { disabled: false }))
    const { response_body_url: archive } = await getBatch(id)
    const refused = { status_code: 403, response: { title: 'User Disabled', status: 403 } }
    expect(await resultsIn(await app.request(archive))).toMatchObject([{ status_code: 200 }, refused, refused])
  })
})
