import { expect, test } from 'vitest'
import { connect } from '../../../src/kit/client/index.ts'
import { createDouble } from '../../../src/index.ts'

const serverSettings = { stats_cache: 'PT0S', 'batch.phase': 'PT7S' }

test('the settings of a server hold for the world default and for every new world, also after a reset', async () => {
  await using double = await createDouble({ serverSettings })
  const { worlds } = connect(double)
  const created = await worlds.create({ scenario: 'newsletter' })
  const own = { stats_cache: 'PT0S', batch: { phase: 'PT7S' } }
  expect(await (await worlds.get('default')).settings.get()).toMatchObject({ ...own, credentials: 'any' })
  expect(await created.settings.get()).toMatchObject({ ...own, credentials: 'known' })
  await created.settings.update({ stats_cache: 'PT1H' })
  await created.reset()
  expect(await created.settings.get()).toMatchObject(own)
})

test('a world that is created with settings of its own uses these instead of the settings of the server', async () => {
  await using double = await createDouble({ serverSettings })
  const world = await connect(double).worlds.create({ settings: { stats_cache: 'PT1M' } })
  expect(await world.settings.get()).toMatchObject({ stats_cache: 'PT1M', batch: { phase: 'PT7S' } })
})

test('a bundle replays with the settings of its own server', async () => {
  await using origin = await createDouble()
  const recorded = await connect(origin).worlds.create()
  await using double = await createDouble({ serverSettings })
  const replayed = await connect(double).worlds.create({ bundle: await recorded.bundle() })
  expect(await replayed.settings.get()).toEqual(await recorded.settings.get())
})

test('the credentials that a server accepts hold for the world default too', async () => {
  await using double = await createDouble({ serverSettings: { credentials: 'known' } })
  expect((await (await connect(double).worlds.get('default')).settings.get()).credentials).toBe('known')
})

test('a wrong setting of a server is rejected with its place', async () => {
  await expect(createDouble({ serverSettings: { stats_cache: 'soon' } })).rejects.toThrow(/serverSettings\/stats_cache: /)
})
