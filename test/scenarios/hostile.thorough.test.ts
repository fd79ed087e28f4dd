import { describe, expect, test } from 'vitest'
import { outages } from '../../src/service/model/faults/fault.ts'
import { timeline } from '../../src/service/model/triggers/engagement.ts'
import { mock, type Body } from '../mock.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import { bundleOf, contentsOf, newWorld, replay } from '../control/bundles/bundle-world.ts'

const LIST = '/3.0/lists/aaaaaaaaaa'
const MEMBERS = `${LIST}/members`

/** A world of the scenario hostile, in an outage if one is named, with shorthands for its calls. */
async function hostile(outage?: string) {
  const double = mock({ scenario: 'hostile', settings: { webhooks: { mode: 'record' } }, ...(outage ? { outage } : {}) })
  await double.ready
  const { call } = double
  const add = (name: string, more: object = {}) =>
    call(`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status: 'subscribed', ...more })
  const control = async (line: string, body?: object) => (await call(line.replace(' /', ' /_control/'), body)).body
  const listed = async (address: string): Promise<boolean> => {
    const { members } = (await call(`GET ${MEMBERS}?count=100&fields=members.email_address`)).body
    return members.some(({ email_address }: Body) => email_address === address)
  }
  return { ...double, add, control, listed }
}

const statusOf = ({ status }: { readonly status: number }): number => status

test('nothing fails at the start of the scenario hostile', async () => {
  const { call, add, listed } = await hostile()
  for (const name of ['one', 'two', 'three', 'four']) expect((await add(name)).status).toBe(200)
  expect(await listed('four@acme.test')).toBe(true)
  const operations = [{ method: 'GET', path: '/lists' }]
  expect((await call('POST /3.0/batches', { operations })).status).toBe(200)
})

test('the books of the scenario hostile balance at its start, and after two days in which everything has happened', async () => {
  const { plant, pass } = await hostile()
  await plant(expectBooksToBalance)
  await pass('P2D')
  await plant(expectBooksToBalance)
})

test('every step of the timeline of the scenario hostile runs, and its comments name every outage', async () => {
  const { plant, pass, call } = await hostile()
  await pass('P2D')
  const steps = await plant((tx) => tx.range(timeline.key).all())
  expect(steps.filter(({ outcome }) => outcome !== 'done')).toEqual([])
  const { scenarios } = (await call('GET /_control/scenarios')).body
  const names: string[] = scenarios.find(({ name }: Body) => name === 'hostile').outages
  expect(names).toEqual(
    await plant((tx) =>
      tx
        .range(outages.key)
        .all()
        .map(({ id }) => id),
    ),
  )
  const { readFileSync } = await import('node:fs')
  const comments = readFileSync('scenarios/hostile.yaml', 'utf8')
  for (const name of names) expect(comments).toContain(`[${name}]`)
})

describe('as time passes in the scenario hostile', () => {
  test('a firewall blocks the third write from 09:10 on, once', async () => {
    const { pass, add } = await hostile()
    await pass('PT10M')
    const answers = [await add('one'), await add('two'), await add('three'), await add('three')]
    expect(answers.map(statusOf)).toEqual([200, 200, 403, 200])
    expect(answers[2]?.headers.get('content-type')).toBe('text/html')
  })

  test('lists lag behind from 09:30 to 09:50, and agree afterwards', async () => {
    const { pass, add, listed, call } = await hostile()
    await pass('PT30M')
    await add('new')
    expect(await listed('new@acme.test')).toBe(false)
    expect((await call(`GET ${MEMBERS}/new@acme.test`)).status).toBe(200)
    await pass('PT10M')
    expect(await listed('new@acme.test')).toBe(true)
    await add('newer')
    await pass('PT10M')
    expect(await listed('newer@acme.test')).toBe(true)
  })

  test('every call fails from 10:00 to 10:20, each day', async () => {
    const { pass, call } = await hostile()
    const at: number[] = []
    for (const by of ['PT59M', 'PT1M', 'PT19M', 'PT1M', 'PT23H40M', 'PT20M']) {
      await pass(by)
      at.push((await call('GET /3.0/ping')).status)
    }
    expect(at).toEqual([200, 503, 503, 200, 503, 200])
  })

  test('the first batch after 11:00 stays pending for seven hours', async () => {
    const { pass, call } = await hostile()
    await pass('PT2H')
    const { id } = (await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })).body
    const status = async () => (await call(`GET /3.0/batches/${id}`)).body.status
    await pass('PT6H59M')
    expect(await status()).toBe('pending')
    await pass('PT2M')
    expect(await status()).toBe('finished')
  })

  test('colleagues change the account over night, and the key is revoked in the morning', async () => {
    const { pass, call, add } = await hostile()
    await pass('PT14H')
    expect((await add('before', { interests: { aaaaaaaa12: true } })).status).toBe(200)
    expect((await call(`PATCH ${MEMBERS}/carol@globex.test`, { status: 'subscribed' })).body.title).toBe(
      'Member In Compliance State',
    )
    await pass('PT3H')
    expect((await add('after')).body).toMatchObject({ status: 400, errors: [{ field: 'COMPANY' }] })
    const more = { merge_fields: { COMPANY: 'Acme' } }
    expect((await add('after', { ...more, interests: { aaaaaaaa12: true } })).body.detail).toContain('aaaaaaaa12')
    expect((await add('after', more)).status).toBe(200)
    expect((await call('GET /3.0/lists/cccccccccc')).status).toBe(404)
    await pass('PT7H')
    expect((await call('GET /3.0/ping')).body.title).toBe('API Key Invalid')
    await pass('PT1H30M')
    expect((await call('GET /3.0/ping')).status).toBe(200)
  })
})

describe('from the start of the scenario hostile', () => {
  test.each([
    ['fake', 'looks fake or invalid'],
    ['hasty', 'signed up to a lot of lists very recently'],
    ['forgotten', 'was permanently deleted'],
  ])('the address %s@acme.test is refused', async (name, detail) => {
    const { add } = await hostile()
    expect((await add(name)).body).toMatchObject({ status: 400, detail: expect.stringContaining(detail) })
  })

  test('a fifth list is refused', async () => {
    const { call } = await hostile()
    const { body } = await call('GET /3.0/lists')
    expect([body.total_items, body.constraints.may_create]).toEqual([4, false])
  })

  test('a webhook is sent for writes through the API', async () => {
    const { call } = await hostile()
    await call('PATCH /3.0/lists/bad0000001/members/ada@acme.test', { merge_fields: { FNAME: 'Augusta' } })
    expect((await call('GET /_control/deliveries')).body.deliveries).toMatchObject([
      { webhook_id: 'bad0000011', event: 'profile' },
    ])
  })
})

describe('each outage of the scenario hostile', () => {
  const write = (name: string) => [`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status: 'subscribed' }] as const
  const rename = [`PATCH ${MEMBERS}/ada@acme.test`, { merge_fields: { FNAME: 'Augusta' } }] as const
  const kitchen = [`PATCH ${MEMBERS}/ada@acme.test`, { interests: { aaaaaaaa12: true } }] as const
  const read = [`GET ${LIST}`, undefined] as const

  test.each([
    ['edge-block', [write('a'), write('b'), write('c'), write('c')], [200, 200, 403, 200]],
    ['refused-addresses', [write('a'), write('b'), write('c')], [400, 400, 200]],
    ['compliance-state', [write('a'), write('b')], [400, 200]],
    ['forgotten-address', [write('a'), write('b')], [400, 200]],
    ['incomplete-address', [rename, rename], [400, 200]],
    ['required-field', [write('a'), write('b'), read], [200, 400, 200]],
    ['interest-vanished', [kitchen, kitchen, rename], [200, 400, 200]],
    ['list-deleted', [read, read, write('a')], [200, 404, 404]],
    ['key-revoked', [read, read, write('a')], [200, 401, 401]],
    ['plan-limit', [['POST /3.0/lists', {}]], [403]],
  ] as const)('%s refuses what it names', async (outage, calls, statuses) => {
    const { call } = await hostile(outage)
    const seen: number[] = []
    for (const [line, body] of calls) seen.push((await call(line, body)).status)
    expect(seen).toEqual(statuses)
  })

  test('incomplete-address has the answer that the stored address of Ken causes', async () => {
    const patch = async (outage?: string) => {
      const { call } = await hostile(outage)
      const { title, detail, errors } = (await call(`PATCH ${MEMBERS}/ken@hooli.test`, { merge_fields: { FNAME: 'Kenneth' } }))
        .body
      return { title, detail, errors }
    }
    expect(await patch('incomplete-address')).toEqual(await patch())
  })

  test('stale-lists keeps a new member out of the collection', async () => {
    const { add, listed } = await hostile('stale-lists')
    await add('new')
    expect(await listed('new@acme.test')).toBe(false)
  })

  test('daily-maintenance begins at 10:00', async () => {
    const { pass, call } = await hostile('daily-maintenance')
    expect((await call('GET /3.0/ping')).status).toBe(200)
    await pass('PT1H')
    expect((await call('GET /3.0/ping')).status).toBe(503)
  })

  test('ten-connections lets the eleventh call at the same time fail', async () => {
    const { call } = await hostile('ten-connections')
    const answers = await Promise.all(Array.from({ length: 11 }, () => call('GET /3.0/ping')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('an outage that ends lets calls succeed again', async () => {
    const { call, control } = await hostile('key-revoked')
    await call('GET /3.0/ping')
    expect((await call('GET /3.0/ping')).status).toBe(401)
    await control('DELETE /outages/key-revoked')
    expect((await call('GET /3.0/ping')).status).toBe(200)
  })
})

test('a bundle of two days of the scenario hostile is replayed byte for byte', async () => {
  const server = mock({ scenario: 'hostile' })
  const source = await newWorld(server, { scenario: 'hostile', settings: { webhooks: { mode: 'record' } } })
  for (const by of ['PT10M', 'PT25M', 'PT30M', 'PT1H', 'PT2H', 'PT12H', 'PT8H30M', 'PT2H']) {
    await source.control('POST /clock/advance', { by })
    for (let i = 0; i < 3; i++)
      await source.service(`POST ${MEMBERS}`, { email_address: `${by}-${i}@acme.test`.toLowerCase(), status: 'subscribed' })
    await source.service(`GET ${MEMBERS}?count=3&offset=20`)
    await source.service('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
  }
  const bundle = await bundleOf(source)
  const copy = await replay(bundle, mock({ scenario: 'hostile' }))
  expect(copy.replay).toMatchObject({ differences: [] })
  expect(contentsOf(copy.server, copy.id)).toEqual(contentsOf(server, source.id))
  expect(await bundleOf(copy)).toEqual(bundle)
})
