import { describe, expect, test } from 'vitest'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { mock, type Body } from '../../mock.ts'
import { resultsIn } from '../../resources/batch-world.ts'

const LIST = 'a1b2c3d4e5'
const MEMBERS = `/3.0/lists/${LIST}/members`
const ada = { email_address: 'ada@acme.test', status: 'subscribed' }

/** A world with a list and a fault. */
async function withFault(fault: object) {
  const double = mock()
  await double.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
  const { status, body } = await double.call('POST /_control/faults', fault)
  return { ...double, status, body, fault: async () => (await double.call('GET /_control/faults/1')).body }
}

const PHRASES = [
  ['FakeAddress', 'ada@acme.test looks fake or invalid'],
  ['TooManySignups', 'ada@acme.test has signed up to a lot of lists very recently'],
  ['RoleAddress', 'ada@acme.test is the address of a role'],
  ['InvalidAddress', 'ada@acme.test is not a valid email address'],
] as const

describe('the effect address', () => {
  test.each(PHRASES)('a new member is refused as %s with the phrase that clients match', async (address, phrase) => {
    const { call, fault } = await withFault({ when: { first: 1 }, effect: { address } })
    const { status, body } = await call(`POST ${MEMBERS}`, ada)
    expect([status, body.title]).toEqual([400, 'Invalid Resource'])
    expect(body.detail).toContain(phrase)
    expect(await fault()).toMatchObject({ seen: 1, fired: 1 })
    expect((await call(`POST ${MEMBERS}`, ada)).status).toBe(200)
  })

  test.each(PHRASES)('a call for many members reports each address as an error: %s', async (address, phrase) => {
    const { call } = await withFault({ effect: { address } })
    const { status, body } = await call(`POST /3.0/lists/${LIST}`, { members: [ada, { ...ada, email_address: 'bob@acme.test' }] })
    expect([status, body.error_count, body.new_members]).toEqual([200, 2, []])
    expect(body.errors[0].error).toContain(phrase)
  })

  test.each(PHRASES)('an operation of a batch gets the problem as its result: %s', async (address, phrase) => {
    const { call, app } = await withFault({ match: { via: 'batch' }, effect: { address } })
    const operations = [{ method: 'POST', path: `/lists/${LIST}/members`, body: JSON.stringify(ada) }]
    const { id } = (await call('POST /3.0/batches', { operations })).body
    await call('POST /_control/clock/advance', { until: 'idle' })
    const batch = (await call(`GET /3.0/batches/${id}`)).body
    expect(batch).toMatchObject({ status: 'finished', errored_operations: 1 })
    expect(JSON.stringify(await resultsIn(await app.request(batch.response_body_url)))).toContain(phrase)
  })

  test('a call without an address does not count as affected', async () => {
    const { call, fault } = await withFault({ effect: { address: 'FakeAddress' } })
    expect((await call('GET /3.0/lists')).status).toBe(200)
    expect(await fault()).toMatchObject({ seen: 1, fired: 0 })
  })
})

describe('a fault that acts in the operation', () => {
  const INVALID = { email_address: 7, status: 'subscribed' }

  test.each([
    ['address', { address: 'FakeAddress' }],
    ['trigger', { trigger: { trigger: 'account.disable' } }],
  ])('has not fired for a call that the contract refuses: %s', async (_, effect) => {
    const { call, fault } = await withFault({ effect })
    expect((await call(`POST ${MEMBERS}`, INVALID)).status).toBe(400)
    expect(await fault()).toMatchObject({ seen: 1, fired: 0, last_fired_request: null })
    expect((await call('GET /_control/requests?limit=1&order=desc')).body.requests).toMatchObject([{ status: 400, faults: [] }])
  })

  test('has not fired for an operation that refuses: no trigger runs after it', async () => {
    const { call, fault } = await withFault({ effect: { trigger: { trigger: 'account.disable' } } })
    expect((await call('GET /3.0/lists/none')).status).toBe(404)
    expect(await fault()).toMatchObject({ seen: 1, fired: 0 })
    expect((await call('GET /3.0/lists')).status).toBe(200)
    expect(await fault()).toMatchObject({ seen: 2, fired: 1 })
  })

  test('has not fired for operations of a batch that it finds nothing in', async () => {
    const { call, fault } = await withFault({ match: { via: 'batch' }, effect: { address: 'FakeAddress' } })
    await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
    await call('POST /_control/clock/advance', { until: 'idle' })
    expect(await fault()).toMatchObject({ seen: 1, fired: 0 })
  })

  test('refuses an address for the reason of the oldest fault', async () => {
    const { call, fault } = await withFault({ effect: { address: 'RoleAddress' } })
    await call('POST /_control/faults', { effect: { address: 'FakeAddress' } })
    expect((await call(`POST ${MEMBERS}`, ada)).body.detail).toContain('is the address of a role')
    expect(await fault()).toMatchObject({ fired: 1 })
    expect((await call('GET /_control/faults/2')).body).toMatchObject({ seen: 1, fired: 0 })
  })
})

describe('the effect stuck', () => {
  const PING = { operations: [{ method: 'GET', path: '/ping' }] }
  const stuck = (phase: string, length?: string) => ({
    match: { operation: 'createBatch' },
    when: { first: 1 },
    effect: { stuck: { phase, ...(length ? { for: length } : {}) } },
  })

  test.each(['pending', 'preprocessing', 'started', 'finalizing'])(
    'a batch stays %s until the fault is deleted',
    async (phase) => {
      const { call } = await withFault(stuck(phase))
      const { id } = (await call('POST /3.0/batches', PING)).body
      const status = async () => (await call(`GET /3.0/batches/${id}`)).body.status
      await call('POST /_control/clock/advance', { by: 'P3D' })
      expect(await status()).toBe(phase)
      await call('DELETE /_control/faults/1')
      await call('POST /_control/clock/advance', { until: 'idle' })
      expect(await status()).toBe('finished')
    },
  )

  test('a batch is held for a time, and the next batch is not', async () => {
    const { call, fault } = await withFault(stuck('started', 'PT7H'))
    const { id } = (await call('POST /3.0/batches', PING)).body
    const next = (await call('POST /3.0/batches', PING)).body.id
    expect(await fault()).toMatchObject({ seen: 2, fired: 1 })
    const { ran } = (await call('POST /_control/clock/advance', { until: 'idle' })).body
    const finished = ran
      .filter(({ to_state }: Body) => to_state === 'finished')
      .map(({ at, subject }: Body) => [at.slice(11), subject])
    expect(finished).toEqual([
      ['16:00:00.605Z', id],
      ['16:00:01.210Z', next],
    ])
  })

  test('a held batch can be deleted, and deleting the fault afterwards changes nothing', async () => {
    const { call } = await withFault(stuck('preprocessing'))
    const { id } = (await call('POST /3.0/batches', PING)).body
    await call('POST /_control/clock/advance', { by: 'PT1H' })
    expect((await call(`DELETE /3.0/batches/${id}`)).status).toBe(204)
    await call('DELETE /_control/faults')
    expect((await call('GET /_control/jobs')).body.jobs).toEqual([])
  })

  test('a fault that holds batches must match the operation that creates them', async () => {
    const { status, body } = await withFault({ match: { operation: 'getLists' }, effect: { stuck: { phase: 'started' } } })
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { pointer: '/match/operation', message: 'never matches: the effect is only about createBatch.' },
    ])
  })
})

describe('the effect trigger', () => {
  test('a member leaves and another one joins between two pages, so that one member is never listed', async () => {
    const double = mock()
    const { call } = double
    const list = await double.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
    for (const name of ['ada', 'bob', 'cyd', 'dan']) {
      await call(`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status: 'subscribed' })
    }
    await call('POST /_control/faults', {
      match: { operation: 'getMembers' },
      when: { first: 1 },
      effect: { trigger: { trigger: 'member.unsubscribe', list_id: list.id, email_address: 'ada@acme.test' } },
    })
    const page = async (offset: number) =>
      (await call(`GET ${MEMBERS}?count=2&offset=${offset}&status=subscribed`)).body.members.map(
        ({ email_address }: Body) => email_address,
      )
    expect(await page(0)).toEqual(['ada@acme.test', 'bob@acme.test'])
    expect(await page(2)).toEqual(['dan@acme.test'])
  })

  test('a trigger that is refused changes nothing, and the fault has not fired', async () => {
    const { call, fault } = await withFault({
      effect: { trigger: { trigger: 'member.unsubscribe', list_id: LIST, email_address: 'nobody@acme.test' } },
    })
    expect((await call('GET /3.0/lists')).status).toBe(200)
    expect(await fault()).toMatchObject({ seen: 1, fired: 0 })
  })
})
