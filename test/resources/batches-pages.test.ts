import { describe, expect, test } from 'vitest'
import { addition, PING, withBatches } from './batch-world.ts'

const MEMBERS = '/lists/a1b2c3d4e5/members'
const LISTED = { method: 'GET', path: MEMBERS, operation_id: 'all' }

/** A world with `count` members, and batches that read them two per page. */
async function withMembers(count: number) {
  const world = await withBatches({ settings: { batch: { page: 2 } } })
  for (let i = 0; i < count; i++) await world.make({ email_address: `m${i}@acme.test` })
  return world
}

const names = ({ response }: { response: { members: { email_address: string }[] } }) =>
  response.members.map(({ email_address }) => email_address.replace('@acme.test', ''))

describe('createBatch', () => {
  test.each([
    [0, [[]]],
    [1, [['m0']]],
    [2, [['m0', 'm1']]],
    [5, [['m0', 'm1'], ['m2', 'm3'], ['m4']]],
  ])('a GET without count reads a whole collection of %d page by page, each page being one operation', async (count, pages) => {
    const { run } = await withMembers(count)
    const { batch, results } = await run(LISTED, PING)
    expect(results.slice(0, -1).map(names)).toEqual(pages)
    expect(results.map(({ operation_id }) => operation_id)).toEqual([...pages.map(() => 'all'), null])
    const total = pages.length + 1
    expect(batch).toMatchObject({ total_operations: total, finished_operations: total, errored_operations: 0 })
    for (const { response } of results.slice(0, -1)) expect(response.total_items).toBe(count)
  })

  test("the total number of a batch's operations is known after the first page", async () => {
    const { submitBatch, getBatch, pass } = await withMembers(5)
    const { id } = (await submitBatch(LISTED, PING)).body
    const steps: unknown[] = []
    await pass('PT0.395S')
    for (let i = 0; i < 6; i++) {
      await pass('PT0.005S')
      const { status, total_operations, finished_operations } = await getBatch(id)
      steps.push([status, total_operations, finished_operations])
    }
    expect(steps).toEqual([
      ['started', 2, 0],
      ['started', 4, 1],
      ['started', 4, 2],
      ['started', 4, 3],
      ['finalizing', 4, 4],
      ['finalizing', 4, 4],
    ])
  })

  test('a collection that grows while a batch reads it gets more pages', async () => {
    const { submitBatch, getBatch, pass, make } = await withMembers(3)
    const { id } = (await submitBatch(LISTED)).body
    await pass('PT0.405S')
    expect(await getBatch(id)).toMatchObject({ total_operations: 2, finished_operations: 1 })
    for (const name of ['x', 'y']) await make({ email_address: `${name}@acme.test` })
    await pass('PT10S')
    expect(await getBatch(id)).toMatchObject({ status: 'finished', total_operations: 3, finished_operations: 3 })
  })

  test('a collection that shrinks while a batch reads it gets fewer pages', async () => {
    const { submitBatch, getBatch, pass, call } = await withMembers(5)
    const { id } = (await submitBatch(LISTED)).body
    await pass('PT0.405S')
    expect(await getBatch(id)).toMatchObject({ total_operations: 3 })
    for (const i of [2, 3, 4]) await call(`DELETE /3.0${MEMBERS}/m${i}@acme.test`)
    await pass('PT10S')
    expect(await getBatch(id)).toMatchObject({ status: 'finished', total_operations: 2, finished_operations: 2 })
  })

  test('a page that fails is the last one that a batch reads', async () => {
    const { submitBatch, getBatch, pass, call } = await withMembers(5)
    const { id } = (await submitBatch(LISTED, PING)).body
    await pass('PT0.405S')
    await call('DELETE /3.0/lists/a1b2c3d4e5')
    await pass('PT10S')
    expect(await getBatch(id)).toMatchObject({
      status: 'finished',
      total_operations: 3,
      finished_operations: 3,
      errored_operations: 1,
    })
  })

  test('a count in params or in the path limits the operation to that many records', async () => {
    const { run } = await withMembers(5)
    const { batch, results } = await run({ ...LISTED, params: { count: 3 } }, { method: 'GET', path: `${MEMBERS}?count=1` })
    expect(results.map(names)).toEqual([['m0', 'm1', 'm2'], ['m0']])
    expect(batch.total_operations).toBe(2)
  })

  test("the paging of a batch's operation starts at the given offset and keeps the filters and fields", async () => {
    const { run } = await withMembers(6)
    const params = { offset: 1, fields: 'members.email_address', status: 'subscribed' }
    const { results } = await run({ ...LISTED, params })
    expect(results.map(names)).toEqual([['m1', 'm2'], ['m3', 'm4'], ['m5']])
    expect(Object.keys(results[0]?.response)).toEqual(['members'])
  })

  test('an operation of a batch with an offset beyond the end returns one empty page', async () => {
    const { run } = await withMembers(3)
    const { batch, results } = await run({ ...LISTED, params: { offset: 9 } })
    expect(results.map(names)).toEqual([[]])
    expect(batch).toMatchObject({ total_operations: 1, finished_operations: 1 })
  })

  test('a batch reads a cursor-paged collection to its end', async () => {
    const { run } = await withMembers(5)
    const { batch, results } = await run({
      method: 'GET',
      path: '/audiences/a1b2c3d4e5/contacts',
      params: { fields: 'contacts.email_channel' },
    })
    const found = results.map(({ response }) =>
      response.contacts.map((each: { email_channel: { email: string } }) => each.email_channel.email[1]),
    )
    expect(found).toEqual([['0', '1'], ['2', '3'], ['4']])
    expect(batch).toMatchObject({ total_operations: 3, finished_operations: 3, errored_operations: 0 })
  })

  test('a response without paging is one operation of a batch', async () => {
    const { run } = await withMembers(5)
    const { batch, results } = await run({ method: 'GET', path: '/lists/a1b2c3d4e5' }, addition('ada'))
    expect(batch.total_operations).toBe(2)
    expect(results).toHaveLength(2)
  })

  test('a page that a batch reads has a thousand records unless the setting says otherwise', async () => {
    const { run, make } = await withBatches()
    for (let i = 0; i < 12; i++) await make({ email_address: `m${i}@acme.test` })
    const { batch, results } = await run(LISTED)
    expect(results.map(names).flat()).toHaveLength(12)
    expect(batch.total_operations).toBe(1)
  })
})
