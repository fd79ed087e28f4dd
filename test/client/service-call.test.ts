import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { clientAndWorld, LIST, targets, type TestTarget, thrownBy } from './targets.ts'

const MEMBERS = `/lists/${LIST}/members` as const

describe.each(targets)('%s', (_, open) => {
  let target: TestTarget
  let world: World
  beforeAll(async () => {
    target = await open()
    ;({ world } = await clientAndWorld(target))
  })
  afterAll(() => target[Symbol.asyncDispose]())

  test('each method of a service call answers the status, the headers and the parsed body', async () => {
    const created = await world.post(MEMBERS, { email_address: 'eve@acme.test', status: 'subscribed' })
    expect([created.status, created.body.email_address]).toEqual([200, 'eve@acme.test'])
    expect(created.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    const put = await world.put(`${MEMBERS}/eve@acme.test`, { email_address: 'eve@acme.test', status_if_new: 'pending' })
    expect([put.status, put.body.status]).toEqual([200, 'subscribed'])
    const patched = await world.patch(`${MEMBERS}/eve@acme.test`, { vip: true })
    expect([patched.status, patched.body.vip]).toEqual([200, true])
    const got = await world.get(`${MEMBERS}/eve@acme.test`)
    expect([got.status, got.body.vip]).toEqual([200, true])
    const archived = await world.delete(`${MEMBERS}/eve@acme.test`)
    expect([archived.status, archived.body]).toEqual([204, undefined])
  })

  test('a refusal is answered, not thrown, with the problem as the body', async () => {
    const { status, body } = await world.post(MEMBERS, { email_address: 'bob@acme.test', status: 'subscribed' })
    expect([status, body.title]).toEqual([400, 'Member Exists'])
    const { body: missing } = await world.get('/lists/0000000000')
    expect(missing).toMatchObject({ status: 404, title: 'Resource Not Found' })
  })

  test('the query of a service call is added to that of the path, lists with commas, and undefined is left out', async () => {
    const { body } = await world.get('/lists?count=1', { query: { fields: ['lists.id', 'total_items'], offset: undefined } })
    expect(body).toEqual({ lists: [{ id: LIST }], total_items: expect.any(Number) })
    expect(await world.get('/lists', undefined, { query: { fields: 'total_items' } })).toMatchObject({
      body: { total_items: expect.any(Number) },
    })
    const [call] = await world.requests.list({ operation: 'getLists', limit: 1 })
    expect(call?.query).toEqual({ count: '1', fields: 'lists.id,total_items' })
  })

  test('the headers of a service call are sent, with the key unless another one is given', async () => {
    expect((await world.get('/ping', { headers: { authorization: 'Bearer wrong-dc1' } })).status).toBe(401)
    const { headers } = await world.post(
      MEMBERS,
      { email_address: 'zoe@acme.test', status: 'subscribed' },
      { headers: { 'x-mine': '1' } },
    )
    const call = await world.requests.get(headers.get('x-request-id') ?? '')
    expect(call.request.headers).toMatchObject({ 'x-mine': '1', 'content-type': 'application/json' })
  })

  test('a string as the body of a service call is sent as it is, so that a body can be broken on purpose', async () => {
    const { status, body } = await world.post(MEMBERS, '{"email_address":')
    expect([status, body.title]).toEqual([400, 'JSON Parse Exception'])
    expect((await world.patch(`/lists/${LIST}`, JSON.stringify({ name: 'News' }))).body.name).toBe('News')
  })

  test('an answer that is not JSON is returned as text, and broken JSON is an error that shows the text', async () => {
    const { body } = await world.get(`${world.baseUrl}/docs/errors`)
    expect(body).toMatch(/<html/)
    await world.faults.add({ match: { operation: 'ping' }, effect: { connection: 'malformed' }, when: { first: 1 } })
    const error = await thrownBy(() => world.get('/ping'))
    expect(String(error)).toMatch(/^MaildoubleError: GET \/ping was answered 200 with a body that is not JSON: \{"health_/)
    expect((await world.get('/ping')).status).toBe(200)
  })

  test('fetch refuses an object as a body and names the method that takes it', async () => {
    const body = { name: 'News' } as unknown as string
    const error = await thrownBy(() => world.fetch(`/lists/${LIST}`, { method: 'PATCH', body }))
    expect(String(error)).toBe(
      "MaildoubleError: The body is an object, which fetch can't send. Use world.patch(path, body), which sends it as JSON, " +
        'or give fetch the result of JSON.stringify(body).',
    )
    expect(String(await thrownBy(() => world.fetch('/lists', { method: 'POST', body: [] as unknown as string })))).toContain(
      'an array',
    )
    const form = new URLSearchParams({ name: 'a' })
    expect((await world.fetch('/lists', { method: 'POST', body: form })).status).toBe(400)
  })

  test('delete without arguments deletes the world, but not if a path is missing by mistake', async () => {
    const { world: brief } = await clientAndWorld(target)
    const path = undefined as unknown as string
    expect(String(await thrownBy(() => brief.delete(path)))).toMatch(
      /^MaildoubleError: world\.delete\(\) was given undefined as the path/,
    )
    expect((await brief.get('/ping')).status).toBe(200)
    await brief.delete()
    expect(await thrownBy(() => brief.status())).toMatchObject({ status: 404 })
  })
})
