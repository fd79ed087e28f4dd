import { expect, test } from 'vitest'
import { CHANGES_MAX } from '../../../src/kernel/world/history.ts'
import { makeWebhook } from '../../../src/service/rules/webhooks/make.ts'
import { lists } from '../../../src/service/model/lists/list.ts'
import { LIST, MEMBERS, requestWorld } from './request-world.ts'
import type { Body } from '../../mock.ts'
import { MemoryStore } from '../../persistence/memory-store.ts'
import { processOn } from '../../processes.ts'

/** A world that records webhooks for new members, with a shorthand for the detail of a call. */
async function world(settings: object = {}) {
  const made = await requestWorld({ settings: { webhooks: { mode: 'record', validation: 'off' }, ...settings } })
  await made.plant((tx) => {
    const list = tx.first(lists.key, { id: LIST })
    if (list) makeWebhook(tx, list, { url: 'http://127.0.0.1:9/hook?key=very-secret', events: { subscribe: true } })
  })
  const detail = async (id: string | null): Promise<Body> => (await made.call(`GET /_control/requests/${id}`)).body
  return { ...made, detail }
}

const URL = 'http://maildouble.test/_control/worlds/default'
const linksOf = ({ caused }: Body): string[] => caused.map(({ kind, summary }: Body) => `${kind}: ${summary}`)

test('the consequences of a call are its changed rows and its webhooks, each with its address', async () => {
  const { subscribe, detail, call } = await world()
  const { headers } = await subscribe('ada@acme.test')
  const { changes, caused, caused_total, cause } = await detail(headers.get('x-request-id'))
  const members = changes.find(({ table }: Body) => table === 'members')
  expect(members).toMatchObject({ counts: { added: 1, removed: 0, changed: 0 } })
  expect(members.added[0].fields).toContainEqual({ pointer: '/email_address', from: null, to: 'ada@acme.test' })
  expect(caused).toEqual([
    {
      kind: 'delivery',
      id: '1',
      at: '2026-01-15T09:00:00.000Z',
      summary: 'subscribe to http://127.0.0.1:9/hook?key={{external}}, recorded',
      url: `${URL}/deliveries/1`,
    },
  ])
  expect([caused_total, cause]).toEqual([1, {}])
  expect((await call('GET /_control/deliveries/1')).body.cause).toEqual({ request: headers.get('x-request-id') })
})

test('the consequences of a call have old and new values of each changed field', async () => {
  const { subscribe, detail, call } = await world()
  await subscribe('ada@acme.test')
  const { headers } = await call(`PATCH ${MEMBERS}/ada@acme.test`, { vip: true, merge_fields: { FNAME: 'Ada' } })
  const { changes } = await detail(headers.get('x-request-id'))
  const [member] = changes.find(({ table }: Body) => table === 'members').changed
  expect(member.fields).toEqual(
    expect.arrayContaining([
      { pointer: '/vip', from: false, to: true },
      { pointer: '/merge_fields/FNAME', from: null, to: 'Ada' },
    ]),
  )
})

test('the consequences of a call are none for a call that reads, and for one that was rejected', async () => {
  const { call, detail } = await world()
  const read = await call('GET /3.0/lists')
  const rejected = await call(`POST ${MEMBERS}`, {})
  for (const { headers } of [read, rejected]) {
    expect(await detail(headers.get('x-request-id'))).toMatchObject({ changes: [], caused: [], caused_total: 0, cause: {} })
  }
})

test('the consequences of a call include an email, which names the call as its cause', async () => {
  const { call, detail } = await world()
  const { headers } = await call('POST /3.0/verified-domains', { verification_email: 'ada@acme.test' })
  const request = headers.get('x-request-id')
  expect((await detail(request)).caused).toMatchObject([
    { kind: 'email', id: '1', summary: 'domain_verification to ada@acme.test', url: `${URL}/emails/1` },
  ])
  const email = (await call('GET /_control/emails/1')).body
  expect(email.cause).toEqual({ request })
  expect((await call('GET /_control/emails')).body.emails).toEqual([email])
})

test('the consequences of a batch are its jobs, its operations, and the consequences of both', async () => {
  const { call, detail, pass, requests } = await world()
  const operations = ['a', 'b'].map((name) => ({
    method: 'POST',
    path: `/lists/${LIST}/members`,
    body: JSON.stringify({ email_address: `${name}@acme.test`, status: 'subscribed' }),
  }))
  const { body: batch, headers } = await call('POST /3.0/batches', { operations })
  const request = headers.get('x-request-id')
  expect((await detail(request)).caused).toMatchObject([
    {
      kind: 'job',
      id: '1',
      at: '2026-01-15T09:00:00.200Z',
      summary: `The batch ${batch.id} is prepared`,
      url: `${URL}/jobs/1`,
    },
  ])

  await pass('PT1M')
  const done = await detail(request)
  expect(linksOf(done)).toEqual([
    `job: The batch ${batch.id} is prepared`,
    `job: The batch ${batch.id} starts`,
    `request: POST ${MEMBERS}, answered 200`,
    'delivery: subscribe to http://127.0.0.1:9/hook?key={{external}}, recorded',
    `request: POST ${MEMBERS}, answered 200`,
    'delivery: subscribe to http://127.0.0.1:9/hook?key={{external}}, recorded',
    `job: The batch ${batch.id} finishes`,
  ])
  expect(done.caused[0]).toMatchObject({ id: `batches.prepare/${batch.id}`, url: `${URL}/why?entity=batch&id=${batch.id}` })
  for (const { url } of done.caused) expect((await call(`GET ${url.slice('http://maildouble.test'.length)}`)).status).toBe(200)
  expect((await requests('?via=batch')).map(({ id }) => id)).toEqual([done.caused[2].id, done.caused[4].id])
})

test('the consequences of one operation of a batch are its own, even if all operations run at the same instant', async () => {
  const { call, detail, pass, requests } = await world({ batch: { operation: 0 } })
  const operations = ['a', 'b'].map((name) => ({
    method: 'POST',
    path: `/lists/${LIST}/members`,
    body: JSON.stringify({ email_address: `${name}@acme.test`, status: 'subscribed' }),
  }))
  const { body: batch, headers } = await call('POST /3.0/batches', { operations })
  await pass('PT1M')
  const [first, second] = await requests('?via=batch')
  const [one, two] = [await detail(first?.['id']), await detail(second?.['id'])]
  expect(one.cause).toEqual({ job: `batches.operate/${batch.id}`, request: headers.get('x-request-id') })
  expect(one.caused.filter(({ kind }: Body) => kind === 'delivery').map(({ id }: Body) => id)).toEqual(['1'])
  expect(two.caused.filter(({ kind }: Body) => kind === 'delivery').map(({ id }: Body) => id)).toEqual(['2'])
  const members = one.changes.find(({ table }: Body) => table === 'members')
  expect(members.added[0].fields).toContainEqual({ pointer: '/email_address', from: null, to: 'a@acme.test' })
})

test('the consequences of a call are the same in a world that is saved', async () => {
  const { call } = await processOn(new MemoryStore(), { scenario: 'starter' })
  const operation = { method: 'PATCH', path: `/lists/${LIST}`, body: '{"name":"Newer"}' }
  const { body: batch, headers } = await call('POST /3.0/batches', { operations: [operation] })
  const request = headers.get('x-request-id')
  expect((await call('GET /_control/jobs')).body.jobs).toMatchObject([{ kind: 'batches.prepare', cause: { request } }])
  await call('POST /_control/clock/advance', { by: 'PT1M' })
  const { caused } = (await call(`GET /_control/requests/${request}`)).body
  expect(caused.map(({ kind }: Body) => kind)).toEqual(['job', 'job', 'request', 'job'])
  const { changes, cause } = (await call(`GET /_control/requests/${caused[2].id}`)).body
  expect(cause).toEqual({ job: `batches.operate/${batch.id}`, request })
  const list = changes.find(({ table }: Body) => table === 'lists')
  expect(list.changed[0].fields).toContainEqual({ pointer: '/name', from: 'Acme News', to: 'Newer' })
})

test('the consequences of a call do not contain the code that an email of the call sends', async () => {
  const { call, detail } = await world()
  const { headers } = await call('POST /3.0/verified-domains', { verification_email: 'ada@acme.test' })
  const { code } = (await call('GET /_control/emails')).body.emails[0]
  expect(JSON.stringify(await detail(headers.get('x-request-id')))).not.toContain(code)
})

test('the consequences of a call are left out once the history no longer reaches back to them', async () => {
  const { subscribe, detail, plant } = await world()
  const { headers } = await subscribe('ada@acme.test')
  for (let half = 0; half < 2; half++) {
    await plant((tx) => {
      const [list] = tx.range(lists.key).all()
      if (!list) return
      for (let i = 0; i <= CHANGES_MAX / 2; i++) tx.put(lists, { ...list, name: `News ${half} ${i}` })
    })
  }
  const { changes, caused } = await detail(headers.get('x-request-id'))
  expect(changes).toEqual([])
  // A delivery itself names its cause.
  expect(caused).toMatchObject([{ kind: 'delivery', id: '1' }])
})
