import { expect, test } from 'vitest'
import { MemoryStore } from '../../persistence/memory-store.ts'
import { mock, type Body } from '../../mock.ts'
import { processOn } from '../../processes.ts'

const MEMBERS = '/3.0/lists/aaaaaaaaaa/members'

/** The starter scenario with a snapshot, and a shorthand for a diff. */
async function world() {
  const made = mock({ scenario: 'starter' })
  await made.call('POST /_control/snapshots', { name: 'before' })
  const diff = async (query = ''): Promise<Body> => (await made.call(`GET /_control/diff?${query}`)).body
  const tableIn = ({ tables }: Body, name: string): Body => tables.find(({ table }: Body) => table === name)
  return { ...made, diff, tableIn }
}

test('a diff of equal states has no tables', async () => {
  const { diff, pass } = await world()
  await pass('PT1M')
  expect(await diff()).toEqual({
    from: 'start',
    to: 'now',
    from_at: '2026-01-15T09:00:00.000Z',
    to_at: '2026-01-15T09:01:00.000Z',
    tables: [],
    omitted: 0,
  })
})

test('a diff lists added, changed and removed rows with the fields that differ', async () => {
  const { call, diff, tableIn } = await world()
  const { contact_id } = (await call(`POST ${MEMBERS}`, { email_address: 'lin@acme.test', status: 'subscribed' })).body
  const added = tableIn(await diff('from=before'), 'members')
  expect(added).toMatchObject({ counts: { added: 1, removed: 0, changed: 0 }, changed: [], removed: [], omitted: 0 })
  expect(added.added[0].id.split(',')).toContain(contact_id)
  expect(added.added[0].fields).toContainEqual({ pointer: '/email_address', from: null, to: 'lin@acme.test' })

  await call('POST /_control/snapshots', { name: 'with-lin' })
  await call(`PATCH ${MEMBERS}/lin@acme.test`, { merge_fields: { FNAME: 'Lin' }, vip: true })
  const { changed, counts } = tableIn(await diff('from=with-lin'), 'members')
  expect(counts).toEqual({ added: 0, removed: 0, changed: 1 })
  expect(changed[0].fields).toEqual(
    expect.arrayContaining([
      { pointer: '/vip', from: false, to: true },
      { pointer: '/merge_fields/FNAME', from: null, to: 'Lin' },
    ]),
  )

  const back = tableIn(await diff('from=now&to=start'), 'members')
  expect(back.counts).toEqual({ added: 0, removed: 1, changed: 0 })
  expect(back.removed[0].fields).toContainEqual({ pointer: '/email_address', from: 'lin@acme.test', to: null })
})

test('a diff compares two worlds and forks', async () => {
  const { call, diff, tableIn } = await world()
  await call('POST /_control/fork', { id: 'branch' })
  expect((await diff('from=now&to=world:branch')).tables).toEqual([])
  await call('DELETE /_worlds/branch/3.0/lists/aaaaaaaaaa')
  const lists = tableIn(await diff('from=now&to=world:branch'), 'lists')
  expect(lists.removed.map(({ id }: Body) => id)).toEqual(['aaaaaaaaaa'])
  expect((await call('GET /_control/worlds/branch/diff?from=world:default&to=now')).body.tables).toEqual(
    (await diff('from=world:default&to=world:branch')).tables,
  )
})

test('a diff of two worlds that were built apart shows only real differences', async () => {
  const { call, diff } = await world()
  await call('POST /_control/worlds', { id: 'other', scenario: 'starter', seed: 'test' })
  const { tables } = await diff('to=world:other')
  for (const { changed } of tables) for (const { fields } of changed) expect(fields).not.toEqual([])
})

test('a diff can be limited to one table and paged, and counts what it leaves out', async () => {
  const { call, diff } = await world()
  for (const name of ['a', 'b', 'c']) await call(`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status: 'subscribed' })
  const whole = await diff('table=members')
  expect(whole.tables.map(({ table }: Body) => table)).toEqual(['members'])
  const page = await diff('table=members&limit=1&offset=1')
  expect(page.tables[0].added).toEqual([whole.tables[0].added[1]])
  expect(page).toMatchObject({ omitted: 2, tables: [{ omitted: 2, counts: { added: 3 } }] })
  expect((await diff('limit=0')).tables.every(({ added }: Body) => added.length === 0)).toBe(true)
})

test('a diff of two worlds shows no secrets', async () => {
  const { call, diff, tableIn } = await world()
  await call('POST /3.0/verified-domains', { verification_email: 'ada@acme.test' })
  const { code } = (await call('GET /_control/emails')).body.emails[0]
  const shown = await diff()
  expect(tableIn(shown, 'emails').added[0].fields).toContainEqual({ pointer: '/code', from: null, to: '{{secret}}' })
  expect(JSON.stringify(shown)).not.toContain(code)
})

test('a diff redacts the secrets of a world in any field, as the journal does', async () => {
  const { call, diff, tableIn } = await world()
  const { api_key, oauth } = (await call('GET /_control/worlds/default')).body
  const made = (await call('POST /_control/worlds', { id: 'other', scenario: 'starter' })).body
  const note = `key ${api_key}, secret ${oauth.client_secret}, other ${made.api_key}`
  await call(`POST ${MEMBERS}`, { email_address: 'lin@acme.test', status: 'subscribed', merge_fields: { FNAME: note } })
  await call(`POST ${MEMBERS}/lin@acme.test/notes`, { note: `${'x'.repeat(990)}${api_key}` })
  const own = await diff('from=start&to=now')
  const between = await diff('from=world:other&to=now')
  const why = (await call('GET /_control/why?entity=member&id=lin@acme.test')).body
  const requests = (await call('GET /_control/requests')).body
  for (const shown of [own, between, why, requests]) {
    const text = JSON.stringify(shown)
    for (const secret of [api_key, oauth.client_secret, api_key.slice(0, 20)]) expect(text).not.toContain(secret)
    expect(text).toContain('key {{api_key}}, secret {{client_secret}}')
  }
  expect(JSON.stringify(between)).not.toContain(made.api_key)
  expect(tableIn(between, 'members').added[0].fields).toContainEqual({
    pointer: '/merge_fields/FNAME',
    from: null,
    to: 'key {{api_key}}, secret {{client_secret}}, other {{api_key}}',
  })
})

test('a diff finds a snapshot whose name is that of another state by its prefix', async () => {
  const { call, diff } = await world()
  await call('POST /_control/snapshots', { name: 'now' })
  await call('DELETE /3.0/lists/aaaaaaaaaa')
  expect((await diff('from=now')).tables).toEqual([])
  expect((await diff('from=snapshot:now')).tables).not.toEqual([])
})

test('a diff of a world without a scenario is empty, and there is none to a deleted world', async () => {
  const { call } = mock()
  await call('POST /_control/worlds', { id: 'gone', scenario: 'empty' })
  expect((await call('GET /_control/worlds/gone/diff')).body.tables).toEqual([])
  await call('DELETE /_control/worlds/gone')
  const { status, body } = await call('GET /_control/diff?to=world:gone')
  expect([status, body.detail]).toEqual([422, expect.stringContaining('There is no state world:gone to compare.')])
})

test.each([
  ['from=befor', 'There is no state befor to compare. Did you mean before?'],
  ['to=snapshot:x', 'There is no state snapshot:x to compare.'],
  ['from=zzzzzzzz', 'There are: start, now, before, world:default.'],
  ['table=membres', 'There is no table membres. Did you mean members?'],
  ['limit=1001', 'limit'],
])('a diff rejects %s with a helpful message', async (query, detail) => {
  const { call } = await world()
  const { status, body } = await call(`GET /_control/diff?${query}`)
  expect([status, body.detail]).toEqual([422, expect.stringContaining(detail)])
})

test('a diff is the same in a persistent world, also after a restart', async () => {
  const store = new MemoryStore()
  const first = await processOn(store, { scenario: 'starter' })
  await first.call(`POST ${MEMBERS}`, { email_address: 'lin@acme.test', status: 'subscribed' })
  const { body } = await first.call('GET /_control/diff?table=members')
  expect(body.tables[0].counts).toEqual({ added: 1, removed: 0, changed: 0 })
  const second = await processOn(store, { scenario: 'starter' })
  expect((await second.call('GET /_control/diff?table=members')).body).toEqual(body)
})
