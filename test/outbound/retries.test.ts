import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { mock, type Body } from '../mock.ts'
import { answering, HOOKS, LIST, MEMBERS, receiving, sendingWorld } from './delivery-world.ts'

const times = (delivery: Body) => delivery.attempts.map(({ at }: Body) => at.slice(11, 19))

test('a failed delivery is retried at offsets from the first attempt, and fails after the last', async () => {
  const { hook, subscribe, advance, deliveries } = await sendingWorld()
  const { url, received } = await answering(500)
  await hook(url)
  await subscribe()
  const first = await advance({ by: 0 })
  expect(first.deliveries).toMatchObject([{ status: 'retrying', attempts: [{ response: { status: 500 }, error: null }] }])
  await advance({ by: 'PT74M59S' })
  expect(await deliveries()).toMatchObject([{ status: 'retrying' }])
  const last = await advance({ by: 'PT1S' })
  expect(last).toMatchObject({ ran: [{ at: '2026-01-15T10:15:00.000Z', job: 'deliveries.retry', subject: '1' }] })
  expect(last.deliveries).toMatchObject([{ status: 'failed' }])
  expect(times(last.deliveries[0])).toEqual(['09:00:00', '09:01:00', '09:05:00', '09:15:00', '09:30:00', '10:00:00', '10:15:00'])
  expect(received).toHaveLength(7)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect((await advance({ until: 'idle' })).to).toBe('2026-01-15T10:15:00.000Z')
})

test('a failed delivery had ten seconds for each attempt, and 75 minutes for all, unless the settings say otherwise', async () => {
  const { webhooks } = (await mock().call('GET /_control/settings')).body
  expect([webhooks.timeout, webhooks.retries.at(-1)]).toEqual(['PT10S', 'PT75M'])
})

test('a failed delivery is delivered as soon as an attempt succeeds', async () => {
  const { hook, subscribe, advance } = await sendingWorld()
  const { url } = await answering(503, 302, 204)
  await hook(url)
  await subscribe()
  const { deliveries, to, ran_total } = await advance({ until: 'idle' })
  expect({ to, ran_total }).toEqual({ to: '2026-01-15T09:05:00.000Z', ran_total: 2 })
  expect(deliveries).toMatchObject([
    {
      status: 'delivered',
      attempts: [{ response: { status: 503 } }, { response: { status: 302 } }, { response: { status: 204 } }],
    },
  ])
})

test('a failed delivery fails immediately in a world without retries', async () => {
  const { hook, subscribe, advance } = await sendingWorld({ retries: [] })
  const { url } = await answering(500)
  await hook(url)
  await subscribe()
  expect((await advance({ by: 0 })).deliveries).toMatchObject([{ status: 'failed', attempts: [{}] }])
})

test('a failed delivery records why there was no response', async () => {
  const { hook, subscribe, advance } = await sendingWorld({ retries: [] })
  const { url, close } = await answering()
  close()
  await hook(url)
  await subscribe()
  expect((await advance({ by: 0 })).deliveries).toMatchObject([
    { status: 'failed', attempts: [{ response: null, error: expect.stringContaining('ECONNREFUSED') }] },
  ])
})

test('a failed delivery is retried without further calls in a world with a running clock', async () => {
  const { hook, subscribe, deliveries } = await sendingWorld({ retries: ['PT1H'] }, { mode: 'scaled', rate: 100_000 })
  const { url } = await answering(500, 200)
  await hook(url)
  await subscribe()
  const [delivery] = await deliveries('?status=delivered&wait=PT2M')
  const [first, second] = delivery.attempts.map(({ at }: Body) => Date.parse(at))
  expect(second - first).toBeGreaterThanOrEqual(3_600_000)
})

test('a failed delivery is not retried once its webhook is deleted, while deliveries queued before are still sent', async () => {
  const { hook, subscribe, call, advance } = await sendingWorld()
  const { url, received } = await answering(500)
  const { id } = await hook(url)
  for (let i = 0; i < 2; i++) await subscribe()
  await call(`DELETE ${HOOKS}/${id}`)
  await advance({ by: 0 })
  expect(received).toHaveLength(2)
  expect((await advance({ until: 'idle' })).deliveries).toMatchObject([
    { status: 'failed', attempts: [{}], reason: 'The webhook was deleted.' },
    { status: 'failed', attempts: [{}] },
  ])
  expect(received).toHaveLength(2)
})

test('a signature covers payload and instant, and is made anew for each attempt', async () => {
  const { call, subscribe, advance } = await sendingWorld({ signing: 'on' })
  const { url, received } = await answering(500, 200)
  const { body } = await call(`POST ${HOOKS}`, { url, events: { subscribe: true } })
  await subscribe()
  await advance({ by: 'PT1M' })
  const expected = (t: number) =>
    `t=${t},v1=${createHmac('sha256', body.signing_secret).update(`${t}.${received[0]?.body}`).digest('hex')}`
  const opened = Date.parse('2026-01-15T09:00:00Z') / 1000
  expect(received.map(({ headers }) => headers['x-service-signature'])).toEqual([expected(opened), expected(opened + 60)])
})

test('a signature states real time if the setting webhooks.signing_time says so', async () => {
  const { call, subscribe, advance, deliveries } = await sendingWorld({ signing_time: 'real' })
  const { url, received } = await answering()
  const { body } = await call(`POST ${HOOKS}`, { url, events: { subscribe: true }, signing_enabled: true })
  await subscribe()
  await advance({ by: 0 })
  const [{ attempts, body: sent }] = await deliveries('?event=subscribe')
  const t = Math.floor(Date.parse(attempts[0].real_at) / 1000)
  const v1 = createHmac('sha256', body.signing_secret).update(`${t}.${sent}`).digest('hex')
  expect(received[0]?.headers['x-service-signature']).toBe(`t=${t},v1=${v1}`)
  expect(attempts[0].request.headers).toMatchObject({ 'x-service-signature': `t=${t},v1=${v1}` })
})

test('a signature is omitted if the webhook is not signed', async () => {
  const { hook, subscribe, advance } = await sendingWorld()
  const { url, received } = await answering()
  await hook(url)
  await subscribe()
  await advance({ by: 0 })
  expect(received[0]?.headers).not.toHaveProperty('x-service-signature')
})

describe('the validation of a new url', () => {
  test('the validation of a new url comes before the first event and accepts any response', async () => {
    const { call, subscribe, advance, deliveries } = await sendingWorld({ validation: 'send' })
    const { url, received } = await answering(404, 200)
    await call(`POST ${HOOKS}`, { url, events: { subscribe: true } })
    await subscribe()
    await advance({ by: 'PT2H' })
    expect(received.map(({ method, headers }) => [method, headers['user-agent']])).toEqual([
      ['GET', 'Service WebHook Validator'],
      ['POST', 'Service'],
    ])
    expect(await deliveries('?event=validation')).toMatchObject([
      { status: 'failed', payload: {}, body: '', attempts: [{ response: { status: 404 } }] },
    ])
  })

  test('the validation of a new url does not disable the webhook when it is answered with 410', async () => {
    const { call, subscribe, advance } = await sendingWorld({ validation: 'send' })
    const { url, received } = await answering(410, 200)
    await call(`POST ${HOOKS}`, { url, events: { subscribe: true } })
    await subscribe()
    await advance({ by: 0 })
    expect(received).toHaveLength(2)
  })

  test.each([HOOKS, '/3.0/batch-webhooks'])('POST %s is rejected by a strict world unless the url answers 2xx', async (path) => {
    const { call, handle, deliveries } = await sendingWorld({ validation: 'strict' })
    const { url, received } = await answering(302, 204)
    const before = handle().world
    expect((await call(`POST ${path}`, { url })).body).toMatchObject({
      status: 400,
      title: 'Invalid Resource',
      errors: [{ field: 'url', message: 'The URL must answer a GET with a status of 200 to 299, but it answered 302.' }],
    })
    expect(handle().world).toBe(before)
    const { status, body } = await call(`POST ${path}`, { url })
    expect(status).toBe(200)
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(await deliveries('?event=validation')).toMatchObject([
      { status: 'delivered', webhook_id: body.id, attempts: [{ response: { status: 204 } }] },
    ])
  })

  test.each([HOOKS, '/3.0/batch-webhooks'])(
    'the validation of a changed url of %s is strict as well, and an unchanged url is not validated',
    async (path) => {
      const { call, handle } = await sendingWorld({ validation: 'strict' })
      const there = await answering(200)
      const { url, received } = await answering(500)
      const { body } = await call(`POST ${path}`, { url: there.url })
      const before = handle().world
      expect((await call(`PATCH ${path}/${body.id}`, { url })).body).toMatchObject({ status: 400, errors: [{ field: 'url' }] })
      expect(handle().world).toBe(before)
      expect(received).toHaveLength(1)
      expect((await call(`PATCH ${path}/${body.id}`, { url: there.url })).status).toBe(200)
      expect(there.received).toHaveLength(1)
    },
  )

  test.each(['http://10.0.0.1/', 'http://127.0.0.1:1/'])(
    'the validation of a new url rejects a url that cannot be called in a strict world (%s)',
    async (url) => {
      const { call } = await sendingWorld({ validation: 'strict' })
      expect((await call(`POST ${HOOKS}`, { url })).body).toMatchObject({
        status: 400,
        errors: [{ field: 'url', message: expect.stringContaining('but it could not be called') }],
      })
    },
  )

  test('the validation of a new url is not sent if the call is rejected anyway', async () => {
    const { call, hook } = await sendingWorld({ validation: 'strict' })
    const { url, received } = await answering()
    await hook(url)
    expect((await call(`POST ${HOOKS}`, { url })).body).toMatchObject({ status: 400, errors: [{ field: 'url' }] })
    expect((await call('POST /3.0/lists/0000000000/webhooks', { url })).status).toBe(404)
    expect((await call(`POST ${HOOKS}`, { url: 7 })).status).toBe(400)
    expect(received).toEqual([])
  })

  test('the validation of a new url may run for very many urls at once without a warning', async () => {
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const { call } = await sendingWorld({ validation: 'strict' }, undefined, { connections: 0 })
    const held: (() => void)[] = []
    const { url, got } = await receiving((_request, response) => void held.push(() => response.end()))
    const calls = Array.from({ length: 12 }, (_, i) => call(`POST ${HOOKS}`, { url: `${url}/${i}` }))
    await got(12)
    for (const release of held) release()
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(warning).not.toHaveBeenCalled()
    warning.mockRestore()
  })

  test('the validation of a new url is never strict within a batch, where the url is validated afterwards', async () => {
    const { call, advance, deliveries } = await sendingWorld({ validation: 'strict' })
    const { url } = await answering(500)
    const body = JSON.stringify({ url })
    await call('POST /3.0/batches', { operations: [{ method: 'POST', path: `/lists/${LIST}/webhooks`, body }] })
    await advance({ by: 'PT10S' })
    expect((await call(`GET ${HOOKS}`)).body.total_items).toBe(1)
    expect(await deliveries('?event=validation')).toMatchObject([{ status: 'failed', attempts: [{ response: { status: 500 } }] }])
  })

  test('the validation of a new url is dropped by a reset while it waits for the response', async () => {
    const { call } = await sendingWorld({ validation: 'strict' })
    const held: (() => void)[] = []
    const { url, got } = await receiving((_request, response) => void held.push(() => response.end()))
    const creating = call(`POST ${HOOKS}`, { url })
    await got(1)
    await call('POST /_control/reset')
    held[0]?.()
    expect((await creating).status).toBe(503)
  })
})

test('a delivery to a forbidden target is blocked, and the next one is attempted', async () => {
  const { hook, call, advance } = await sendingWorld()
  const blocked = await hook('http://10.0.0.1/hook')
  await call(`POST ${MEMBERS}`, { email_address: 'ada@acme.test', status: 'subscribed' })
  await call(`POST ${MEMBERS}`, { email_address: 'bob@acme.test', status: 'subscribed' })
  const reason = '10.0.0.1 is not this machine and is not allowed by --allow-egress.'
  const { deliveries } = await advance({ until: 'idle' })
  expect(deliveries).toHaveLength(2)
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({
      webhook_id: blocked.id,
      status: 'blocked',
      reason,
      attempts: [{ response: null, error: reason, request: { body: expect.stringContaining('type=subscribe') } }],
    })
})
