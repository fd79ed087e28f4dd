import { describe, expect, test } from 'vitest'
import { mock } from '../../mock.ts'
import { bundleOf, contentsOf, journalOf, NEW_LIST, newWorld, replay } from './bundle-world.ts'

async function shop() {
  const server = mock()
  const source = await newWorld(server, { id: 'shop', scenario: 'starter' })
  const handle = server.context.worlds.byId('shop')
  if (!handle) throw new Error('There is no world shop.')
  const make = (name: string) => source.service('POST /3.0/lists', { ...NEW_LIST, name })
  return { server, handle, make, ...source }
}

const FAULT = { match: { operation: 'getLists' }, when: { nth: 3 }, effect: { problem: { status: 503, title: 'Later' } } }

describe('?from=', () => {
  test('a bundle with ?from= starts at a snapshot, with the counters of its faults', async () => {
    const source = await shop()
    const { server, service, control, make } = source
    await control('POST /faults', FAULT)
    await make('One')
    await service('GET /3.0/lists')
    await control('POST /snapshots', { name: 'one' })
    await make('Two')
    await service('GET /3.0/lists')
    await control('POST /snapshots/one/restore')
    await make('Three')
    await service('GET /3.0/lists')
    await control('POST /clock/advance', { by: 'PT5M' })

    const bundle = await bundleOf(source, '?from=one')
    expect(bundle.begins).toMatchObject({ epoch: 0, requests: 2, faults: [{ id: 1, seen: 1, fired: 0 }] })
    expect(bundle.steps).toHaveLength(7)
    expect(bundle.steps.at(-2)).toMatchObject({ path: '/3.0/lists', answer: { status: 503 } })
    const copy = await replay(bundle)
    expect(copy.replay.differences).toEqual([])
    expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
    expect(journalOf(copy.server, 'shop').map(({ id, response }) => [id, response?.body])).toEqual(
      journalOf(server, 'shop')
        .slice(2)
        .map(({ id, response }) => [id, response?.body]),
    )
    for (const path of ['/faults', '/snapshots', '/clock']) {
      expect((await copy.control(`GET ${path}`)).body).toEqual((await control(`GET ${path}`)).body)
    }
    expect(await bundleOf(copy, '?from=one')).toEqual(bundle)
  })

  test('a bundle from an unknown snapshot is answered with 404', async () => {
    const { control } = await shop()
    expect((await control('GET /bundle?from=none')).body.detail).toBe('There is no snapshot none. There are none.')
  })

  test('a bundle from a snapshot taken while a call was in flight is answered with 409', async () => {
    const { control, service } = await shop()
    await control('POST /faults', { match: { operation: 'getLists' }, effect: { latency: 60 } })
    const call = service('GET /3.0/lists')
    await expect.poll(async () => (await control('GET /faults/1')).body.seen).toBe(1)
    await control('POST /snapshots', { name: 'one' })
    await call
    expect(await control('GET /bundle?from=one')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Calls were in flight when the snapshot one was taken') },
    })
    expect((await control('GET /bundle')).status).toBe(200)
  })
})

test('incomplete steps of a bundle are complete from a snapshot that the error names', async () => {
  const source = await shop()
  const { server, handle, control, make } = source
  handle.log.entries.bytesMax = 13_500
  await control('POST /snapshots', { name: 'early' })
  for (let i = 0; i < 10; i++) await make(`Early ${i}`)
  await control('POST /snapshots', { name: 'late' })
  for (let i = 0; i < 12; i++) await make(`Late ${i}`)
  await control('POST /snapshots', { name: 'later' })
  await make('Last')

  expect(await control('GET /bundle')).toMatchObject({
    status: 409,
    body: {
      detail:
        'The first 7 steps were dropped, since there were too many. They are complete from the snapshot late on: GET .../bundle?from=late.',
    },
  })
  expect((await control('GET /bundle?from=early')).body.detail).toBe(
    'Steps that came after the snapshot early were dropped, since there were too many. They are complete from the snapshot late on: GET .../bundle?from=late.',
  )
  const bundle = await bundleOf(source, '?from=late')
  expect(bundle.snapshots.map(({ name }: { name: string }) => name)).toEqual(['early'])
  const copy = await replay(bundle)
  expect(copy.replay).toEqual({ steps: 15, differences: [], differences_total: 0 })
  expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
  expect((await copy.control('GET /snapshots')).body).toEqual((await control('GET /snapshots')).body)
  await copy.control('POST /snapshots/early/restore')
  expect((await copy.service('GET /3.0/lists')).body.total_items).toBe(3)
})

test('incomplete steps of a bundle without any snapshot are an error that says what to do', async () => {
  const { handle, control, make } = await shop()
  handle.log.entries.bytesMax = 2_000
  for (let i = 0; i < 5; i++) await make(`${i}`)
  expect((await control('GET /bundle')).body.detail).toMatch(/No snapshot has complete steps: take one with POST/)
  await control('POST /reset')
  expect((await control('GET /bundle')).status).toBe(200)
})

test('snapshots taken before a reset can be restored in a replay', async () => {
  const source = await shop()
  const { server, control, make } = source
  await make('Old')
  await control('POST /snapshots', { name: 'old' })
  await control('POST /snapshots', { name: 'gone' })
  await control('POST /reset')
  await make('New')
  await control('POST /snapshots/gone/restore')
  await make('Newer')
  await control('DELETE /snapshots/gone')
  expect((await control('GET /bundle?from=old')).body.detail).toMatch(
    /^The snapshot old was taken before the last reset, and steps are only recorded since then. They are complete from the beginning/,
  )
  const bundle = await bundleOf(source)
  expect(bundle.snapshots.map(({ name }: { name: string }) => name)).toEqual(['old', 'gone'])
  const copy = await replay(bundle)
  expect(copy.replay).toEqual({ steps: 4, differences: [], differences_total: 0 })
  expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
  expect((await copy.control('GET /snapshots')).body).toEqual((await control('GET /snapshots')).body)
})

test('jobs that ran right before a reset run before it in a replay, too', async () => {
  const source = await shop()
  const { server, handle, service, control } = source
  await control('POST /snapshots', { name: 'start' })
  await service('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
  // As a running clock does, without any call.
  await server.context.scheduler.advance(handle, handle.world.clock.now + 1_000)
  const { jobCount: jobs } = handle.log
  await control('POST /snapshots/start/restore')
  await service('GET /3.0/ping')
  expect(jobs).toBeGreaterThan(0)
  expect((await replay(await bundleOf(source))).replay.differences).toEqual([])
})
