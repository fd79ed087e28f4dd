import { expect, test } from 'vitest'
import { answering, HOOKS, LIST, MEMBERS, sendingWorld } from '../../outbound/delivery-world.ts'

/** A world that records deliveries to a list webhook and to a batch webhook. */
async function hearing() {
  const world = await sendingWorld({ mode: 'record', validation: 'send' })
  const { headers } = await world.call(`POST ${HOOKS}`, {
    url: 'http://127.0.0.1:9/list',
    events: { subscribe: true, unsubscribe: true, profile: true },
  })
  await world.call('POST /3.0/batch-webhooks', { url: 'http://127.0.0.1:9/batches' })
  const causes = async (query = '') => (await world.deliveries(query)).map(({ cause }) => cause)
  return { ...world, made: headers.get('x-request-id'), causes }
}

test("the cause of a delivery is the client's request", async () => {
  const { subscribe, causes } = await hearing()
  const { headers } = await subscribe()
  expect(await causes()).toEqual([{ request: headers.get('x-request-id') }])
})

test('the cause of a delivery is the request that created the webhook, for the validation of its URL', async () => {
  const { made, causes } = await hearing()
  expect(made).toMatch(/^[0-9a-f-]{36}$/)
  expect((await causes('?event=validation'))[0]).toEqual({ request: made })
})

test('the cause of a delivery is one request for all deliveries it caused', async () => {
  const { call, causes } = await hearing()
  const members = ['a', 'b'].map((name) => ({ email_address: `${name}@acme.test`, status: 'subscribed' }))
  const { headers } = await call(`POST /3.0/lists/${LIST}`, { members })
  const cause = { request: headers.get('x-request-id') }
  expect(await causes()).toEqual([cause, cause])
})

test('the cause of a delivery is the job that ran', async () => {
  const { call, pass, causes } = await hearing()
  const { body } = await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
  await pass('PT10S')
  expect(await causes('?event=batch_operation_completed')).toEqual([{ job: `batches.finish/${body.id}` }])
})

test('the cause of a delivery is the trigger that ran', async () => {
  const { call, causes } = await hearing()
  const trigger = { list_id: LIST, email_address: 'ada@acme.test' }
  await call('POST /_control/triggers', { trigger: 'member.subscribe', ...trigger })
  await call('POST /_control/triggers', { trigger: 'member.unsubscribe', ...trigger })
  expect(await causes()).toEqual([{ trigger: 'member.subscribe' }, { trigger: 'member.unsubscribe' }])
})

test('the cause of a delivery is an emitted event', async () => {
  const { call, causes } = await hearing()
  await call('POST /_control/triggers', { trigger: 'event.emit', event: 'profile', list_id: LIST })
  expect(await causes()).toEqual([{ trigger: 'event.emit' }])
})

test('the cause of a delivery stays the same across retries and resends', async () => {
  const { hook, subscribe, advance, call, deliveries } = await sendingWorld()
  const { url } = await answering(500, 500, 200)
  await hook(url)
  const { headers } = await subscribe()
  await advance({ until: 'idle' })
  await call('POST /_control/deliveries/1/resend')
  await advance({ by: 0 })
  expect(await deliveries()).toMatchObject([
    { status: 'delivered', cause: { request: headers.get('x-request-id') }, attempts: [{}, {}, {}, {}] },
  ])
})

test('the cause of a delivery is passed on to consequences such as a webhook that is gone', async () => {
  const { hook, subscribe, advance, call } = await sendingWorld()
  const { id } = await hook((await answering(410)).url)
  await subscribe()
  await advance({ by: 0 })
  expect((await call(`GET /_control/why?entity=webhook&id=${id}`)).body.history.at(-1)).toMatchObject({
    by: `POST ${MEMBERS}`,
    changed: [{ field: 'gone', from: false, to: true }],
  })
})

test('the cause of a delivery is the same for a duplicate', async () => {
  const { hook, call, advance } = await sendingWorld()
  await hook((await answering(200)).url)
  await call('POST /_control/delivery-faults', { effect: 'duplicate' })
  await call('POST /_control/triggers', { trigger: 'member.subscribe', list_id: LIST, email_address: 'ada@acme.test' })
  const cause = { trigger: 'member.subscribe' }
  expect((await advance({ by: 0 })).deliveries).toMatchObject([{ cause }, { cause, duplicate_of: 1 }])
  expect((await call(`GET ${MEMBERS}`)).body.total_items).toBe(1)
})
