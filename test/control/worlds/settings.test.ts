import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/kernel/contract/settings.ts'
import { mock } from '../../mock.ts'

test('the settings of a world can be read, with groups as objects', async () => {
  const { body } = await mock().call('GET /_control/settings')
  expect(body).toEqual({ ...DEFAULT_SETTINGS, credentials: 'any' })
})

test('the settings of a world can be changed one by one, as a group or with a dotted name, without affecting others', async () => {
  const { call } = mock()
  const { status, body } = await call('PATCH /_control/settings', { webhooks: { mode: 'record' }, 'batch.phase': 'PT1M' })
  expect([status, body]).toEqual([
    200,
    {
      ...DEFAULT_SETTINGS,
      credentials: 'any',
      webhooks: { ...DEFAULT_SETTINGS.webhooks, mode: 'record' },
      batch: { ...DEFAULT_SETTINGS.batch, phase: 'PT1M' },
    },
  ])
  expect((await call('GET /_control/settings')).body).toEqual(body)
})

test('the settings of a world apply from then on, only to this world, and until a reset', async () => {
  const { call } = mock()
  await call('POST /_control/worlds', { id: 'other', scenario: 'empty' })
  await call('PATCH /_control/settings', { max_lists: 0 })
  const create = { name: 'News' }
  await call('PATCH /_control/settings', { list_required: 'name' })
  expect((await call('POST /3.0/lists', create)).body.title).toBe('Forbidden')
  expect((await call('GET /_control/worlds/other/settings')).body.max_lists).toBe(-1)
  await call('POST /_control/reset')
  expect((await call('GET /_control/settings')).body.max_lists).toBe(-1)
})

test('the settings of a world do not change the world if no setting or only current values are sent', async () => {
  const { call, handle } = mock()
  const before = (await call('GET /_control/settings')).body
  const { world } = handle()
  expect((await call('PATCH /_control/settings', {})).body).toEqual(before)
  expect(handle().world.settings).toEqual(before)
  expect((await call('PATCH /_control/settings', { connections: before.connections })).body).toEqual(before)
  expect(handle().world).toBe(world)
})

test.each([
  [{ batch: { phase: 'soon' } }, '/batch/phase'],
  [{ conections: 3 }, '/conections'],
  [{ 'oauth.approve': 'always' }, '/oauth.approve'],
])('a setting with an unknown name is rejected with its pointer: %j', async (settings, pointer) => {
  const { call, handle } = mock()
  await call('GET /_control/settings')
  const before = handle().world
  expect((await call('PATCH /_control/settings', settings)).body).toMatchObject({ status: 422, errors: [{ pointer }] })
  expect(handle().world).toBe(before)
})

test('a setting with a duration accepts ISO 8601 and milliseconds', async () => {
  const { call } = mock()
  const { body } = await call('PATCH /_control/settings', {
    stats_cache: 0,
    batch: { phase: 1500 },
    'webhooks.retries': [1000, 'PT5S'],
  })
  expect(body).toMatchObject({ stats_cache: 0, batch: { phase: 1500 }, webhooks: { retries: [1000, 'PT5S'] } })
  await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
  const { pending } = (await call('GET /_control/clock')).body
  expect(pending).toMatchObject([{ due_at: '2026-01-15T09:00:01.500Z', job: 'batches.prepare' }])
})

test.each([
  [{ stats_cache: -1 }, '/stats_cache', 'Value must be at least 0.'],
  [{ batch: { phase: '5' } }, '/batch/phase', 'Value must be an ISO 8601 duration such as PT5M.'],
  [{ 'exports.build': true }, '/exports.build', 'Value must be a text or a number, but it is true.'],
  [{ service_time: 60_001 }, '/service_time', 'Value must be at most 60000.'],
])('a setting with an invalid value is rejected with its pointer: %j', async (settings, pointer, message) => {
  const { status, body } = await mock().call('PATCH /_control/settings', settings)
  expect([status, body.errors]).toEqual([422, [{ pointer, message }]])
})

test('a setting with a duration beyond the maximum is limited to the maximum', async () => {
  const { call } = mock({ settings: { batch: { phase: `P${'9'.repeat(300)}D` } } })
  await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
  expect((await call('GET /_control/clock')).body.pending).toMatchObject([{ due_at: '2126-01-16T09:00:00.000Z' }])
})
