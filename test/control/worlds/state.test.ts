import { expect, test } from 'vitest'
import { tableNames } from '../../../src/service/model/tables.ts'
import { type Body, mock } from '../../mock.ts'

test('the state of a world shows the number of rows of each table', async () => {
  const { call } = mock({ scenario: 'starter' })
  const { tables } = (await call('GET /_control/state')).body
  expect(tables).toMatchObject({ account: 1, lists: 3, members: 41 })
  expect((await call('GET /_control/world')).status).toBe(404)
  expect((await call('GET /_control/worlds/default')).body.counts).toEqual(tables)
})

test('the state of a world has every table once in its groups, with a name and its number of rows', async () => {
  const { call } = mock({ scenario: 'starter' })
  const { groups } = (await call('GET /_control/state')).body
  const tables: Body[] = groups.flatMap((group: Body) => group.tables)
  expect(tables.map(({ table }) => table).toSorted()).toEqual(tableNames)
  expect(groups[0]).toMatchObject({ group: 'Lists and members', internal: false })
  expect(groups[0].tables[1]).toEqual({ table: 'members', title: 'Members', rows: 41 })
  expect(groups.at(-1)).toMatchObject({ group: 'Internal', internal: true })
  expect(new Set(tables.map(({ title }) => title)).size).toBe(tables.length)
})

test('the state of a world finds the rows of one list', async () => {
  const { call } = mock({ scenario: 'starter' })
  const { rows, total } = (await call('GET /_control/state/members?list_id=bbbbbbbbbb&count=1000')).body
  expect(total).toBe(rows.length)
  expect(new Set(rows.map((row: Body) => row.list_id))).toEqual(new Set(['bbbbbbbbbb']))
  expect((await call('GET /_control/state/members?list_id=nowhere')).body).toMatchObject({ rows: [], total: 0 })
})

test('the state of a world shows the rows of a table ordered by key, with paging', async () => {
  const { call } = mock({ scenario: 'starter' })
  const { body } = await call('GET /_control/state/lists?count=1&offset=1')
  expect(body).toMatchObject({ table: 'lists', key: ['id'], total: 3, rows: [{ id: 'bbbbbbbbbb', name: 'Acme Beta' }] })
  expect(body.rows).toHaveLength(1)
})

test('the state of a world shows rows in descending order and in the order of creation', async () => {
  const { call } = mock({ scenario: 'starter' })
  const idsOf = async (query: string): Promise<string[]> =>
    (await call(`GET /_control/state/lists?${query}`)).body.rows.map(({ id }: { id: string }) => id)
  const ids = await idsOf('')
  expect(await idsOf('order=desc')).toEqual(ids.toReversed())
  expect(await idsOf('order=desc&count=1&offset=1')).toEqual([ids[1]])
  expect(await idsOf('order=desc&offset=9')).toEqual([])
  expect((await idsOf('sort=seq')).toSorted()).toEqual(ids)
  await call('PATCH /3.0/lists/aaaaaaaaaa', { name: 'Zero' })
  expect((await idsOf('sort=seq&order=desc')).toReversed()).toEqual(await idsOf('sort=seq'))
})

test('the state of a world finds rows by a text, and counts only those rows', async () => {
  const { call } = mock({ scenario: 'starter' })
  const { rows, total } = (await call('GET /_control/state/lists?text=ACME+beta&count=1')).body
  expect([total, rows.map(({ name }: { name: string }) => name)]).toEqual([1, ['Acme Beta']])
  expect((await call('GET /_control/state/lists?text=nothing+like+it')).body).toMatchObject({ rows: [], total: 0 })
})

test('the state of a world shows one row by its key, or by the fields of its key', async () => {
  const { call } = mock({ scenario: 'starter' })
  expect((await call('GET /_control/state/lists/aaaaaaaaaa')).body).toMatchObject({ name: 'Acme News' })
  const { rows } = (await call('GET /_control/state/merge_fields?count=1')).body
  const { key } = (await call('GET /_control/state/merge_fields?count=0')).body
  const id = key.map((field: string) => rows[0][field]).join(',')
  expect((await call(`GET /_control/state/merge_fields/${encodeURIComponent(id)}`)).body).toEqual(rows[0])
})

test('the state of a world shows a table without rows as empty', async () => {
  expect((await mock().call('GET /_control/state/batches')).body).toEqual({
    table: 'batches',
    key: ['id'],
    amounts: [],
    rows: [],
    names: [],
    total: 0,
  })
})

test.each([
  ['/state/membres', 'There is no table membres. Did you mean members?'],
  ['/state/__proto__', 'There is no table __proto__. There are: '],
  ['/state/lists/zzz', 'The table lists has no row zzz. The key is id.'],
])('the state of a world rejects %s with a helpful message', async (path, detail) => {
  const { status, body } = await mock().call(`GET /_control${path}`)
  expect([status, body.detail]).toEqual([404, expect.stringContaining(detail)])
})

test('the state of a world is not changed by reading it', async () => {
  const { call, handle } = mock({ scenario: 'starter' })
  await call('GET /_control/state')
  const before = handle().world
  await call('GET /_control/state/members')
  expect(handle().world).toBe(before)
})
