import { expect, test } from 'vitest'
import { answering, HOOKS, LIST, MEMBERS, sendingWorld } from '../../outbound/delivery-world.ts'
import { mock, type Body } from '../../mock.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`
const OTHER = `00-${'1'.repeat(32)}-b7ad6b7169203331-00`
const CHILD = new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`)
const someone = (name: string) => ({ email_address: `${name}@acme.test`, status: 'subscribed' })
const operations = (name: string) => [
  { method: 'POST', path: `/lists/${LIST}/members`, body: JSON.stringify(someone(`${name}1`)) },
  { method: 'POST', path: `/lists/${LIST}/members`, body: JSON.stringify(someone(`${name}2`)) },
]

test('the trace of a call stands in its entry in the journal, and a malformed one does not', async () => {
  const { call } = mock()
  await call('GET /3.0/ping', undefined, { headers: { traceparent } })
  await call('GET /3.0/ping', undefined, { headers: { traceparent: traceparent.toUpperCase() } })
  await call('GET /3.0/ping')
  const { requests } = (await call('GET /_control/requests')).body
  expect(requests.map((each: Body) => each.traceparent)).toEqual([traceparent, undefined, undefined])
})

test('the trace of a call continues in the webhooks that the call causes, each with a parent id of its own', async () => {
  const { hook, call, advance, deliveries } = await sendingWorld()
  const receiver = await answering(500, 200)
  await hook(receiver.url)
  await call(`POST ${MEMBERS}`, someone('ada'), { headers: { traceparent } })
  await call(`POST ${MEMBERS}`, someone('bob'), { headers: { traceparent } })
  await call(`POST ${MEMBERS}`, someone('eve'))
  await advance({ until: 'idle' })
  const [ada, bob, eve] = await deliveries()
  expect(ada.traceparent).toMatch(CHILD)
  expect(bob.traceparent).toMatch(CHILD)
  expect(new Set([ada.traceparent, bob.traceparent, traceparent]).size).toBe(3)
  expect(eve).not.toHaveProperty('traceparent')
  // A retry is the same delivery.
  expect(ada.attempts.map(({ request }: Body) => request.headers.traceparent)).toEqual([ada.traceparent, ada.traceparent])
  const received = receiver.received.map(({ headers }) => headers['traceparent'])
  expect(received.toSorted()).toEqual([ada.traceparent, ada.traceparent, bob.traceparent, undefined].toSorted())
})

test.each(['send', 'strict'] as const)(
  'the trace of a call continues in the GET that validates the address of a new or moved webhook (webhooks.validation: %s)',
  async (validation) => {
    const { call, advance, deliveries } = await sendingWorld({ validation })
    const receiver = await answering(200)
    const headers = { traceparent }
    const { body: made } = await call(`POST ${HOOKS}`, { url: receiver.url }, { headers })
    await advance({ until: 'idle' })
    await call(`PATCH ${HOOKS}/${made.id}`, { url: `${receiver.url}/moved` }, { headers })
    await call('POST /3.0/batch-webhooks', { url: `${receiver.url}/batches` }, { headers })
    await call(`POST ${HOOKS}`, { url: `${receiver.url}/untraced` })
    await advance({ until: 'idle' })
    const sent = await deliveries('?event=validation')
    expect(sent).toHaveLength(4)
    const traces = sent.map((each) => each.traceparent)
    expect(traces).toEqual([...Array.from({ length: 3 }, () => expect.stringMatching(CHILD)), undefined])
    expect(new Set([traceparent, ...traces]).size).toBe(5)
    const attempted = sent.flatMap((each) => each.attempts.map(({ request }: Body) => request.headers.traceparent))
    expect(attempted).toEqual(traces)
    const received = receiver.received.map(({ headers: { traceparent: own } }) => own)
    expect(received.toSorted()).toEqual(attempted.toSorted())
  },
)

test('the trace of a call continues in the GET that fetches the page of a campaign', async () => {
  const { call } = await sendingWorld({}, undefined, { imports: 'loopback' })
  const receiver = await answering(200)
  const { body: campaign } = await call('POST /3.0/campaigns', { type: 'regular' })
  await call(`PUT /3.0/campaigns/${campaign.id}/content`, { url: receiver.url }, { headers: { traceparent } })
  expect(receiver.received.map(({ headers }) => headers['traceparent'])).toEqual([expect.stringMatching(CHILD)])
})

test('the trace of a call continues in the operations of a batch, their webhooks, and its announcement, but not in the batch after it', async () => {
  const { hook, call, advance, deliveries } = await sendingWorld({ mode: 'record' })
  await hook('http://127.0.0.1:9/hook')
  await call('POST /3.0/batch-webhooks', { url: 'http://127.0.0.1:9/batches' })
  await call('POST /3.0/batches', { operations: operations('a') }, { headers: { traceparent } })
  await call('POST /3.0/batches', { operations: operations('b') })
  await call('POST /3.0/batches', { operations: operations('c') }, { headers: { traceparent: OTHER } })
  await advance({ until: 'idle' })
  const { requests } = (await call('GET /_control/requests?via=batch')).body
  const traces = [traceparent, undefined, OTHER].flatMap((trace) => [trace, trace])
  expect(requests.map((each: Body) => each.traceparent)).toEqual(traces)
  const sent = (await deliveries()).map((each) => [each.event, each.traceparent?.slice(3, 35)])
  const of = (trace?: string) => [
    ['subscribe', trace],
    ['subscribe', trace],
    ['batch_operation_completed', trace],
  ]
  expect(sent).toEqual([...of(TRACE), ...of(), ...of('1'.repeat(32))])
})

test('the trace of a call changes no other byte: ids, secrets and draws are those of the same calls without it', async () => {
  const session = async (headers: Record<string, string>) => {
    const { hook, call, advance } = await sendingWorld({ mode: 'record' })
    await hook('http://127.0.0.1:9/hook')
    const { body: member } = await call(`POST ${MEMBERS}`, someone('ada'), { headers })
    await call('POST /3.0/batches', { operations: operations('a') }, { headers })
    const { ran } = await advance({ until: 'idle' })
    const tables = ['members', 'batches', 'jobs', 'deliveries', 'batch_results']
    const state = await Promise.all(tables.map(async (table) => (await call(`GET /_control/state/${table}`)).text))
    return { member, ran, text: state.join('\n') }
  }
  const [plain, malformed, traced] = [await session({}), await session({ traceparent: 'x' }), await session({ traceparent })]
  expect(malformed).toEqual(plain)
  expect(plain.text).not.toContain('traceparent')
  expect({ ...traced, text: traced.text.replaceAll(/,"traceparent":"[^"]*"/g, '') }).toEqual(plain)
})

test.each([{ mode: 'record' }, { validation: 'strict' }] as const)(
  'the trace of a call is the same when the bundle of the world is replayed (%j)',
  async (webhooks) => {
    const double = mock({ scenario: 'webhooks', settings: { webhooks } })
    const receiver = await answering(200)
    await double.call('POST /3.0/lists/3eb0000001/webhooks', { url: receiver.url }, { headers: { traceparent } })
    await double.call('POST /3.0/lists/3eb0000001/members', someone('nora'), { headers: { traceparent } })
    await double.call('POST /_control/clock/advance', { by: 0 })
    const { body: bundle } = await double.call('GET /_control/bundle')
    const before = (await double.call('GET /_control/deliveries')).body.deliveries
    expect(before.at(-1).traceparent).toMatch(CHILD)
    const { body: world } = await double.call('POST /_control/worlds', { id: 'again', bundle })
    expect(world.replay?.differences ?? []).toEqual([])
    const after = (await double.call('GET /_control/worlds/again/deliveries')).body.deliveries
    expect(after.map((each: Body) => each.traceparent)).toEqual(before.map((each: Body) => each.traceparent))
  },
)
