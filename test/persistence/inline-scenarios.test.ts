import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import { shippedScenarios } from '../../src/service/scenarios/read/shipped-scenarios.ts'
import type { ScenarioSource } from '../../src/service/scenarios/read/scenario-source.ts'
import { digestWorld } from '../../src/kernel/world/rows.ts'
import { processOn } from '../processes.ts'
import type { Store } from '../../src/server/persistence/store.ts'
import { dataFolder, openFolder } from './data-folder.ts'

const SHOP = { name: 'shop', description: 'A shop.', lists: [{ id: '1a0c500001', name: 'Customers' }, { name: 'More' }] }

async function open(store: Store, scenarios: ScenarioSource = shippedScenarios) {
  const double = await processOn(store, {}, { scenarios })
  onTestFinished(() => double.kill())
  return double
}

/** A folder of scenarios with the given files. */
async function folderOf(files: { readonly [name: string]: string }): Promise<ScenarioSource> {
  const folder = join(await dataFolder(), 'scenarios')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return ownScenarios(folder)
}

/** Stores that can be opened again. */
const STORES = {
  'in memory': async () => {
    const store = new MemoryStore()
    return async (): Promise<Store> => store.view()
  },
  'in a folder': async () => {
    const folder = await dataFolder()
    return async () => (await openFolder(folder)).store
  },
}

test.each(Object.entries(STORES))(
  'a world of an inline scenario in a store %s survives a restart with its rows, its reset and its bundle',
  async (_, made) => {
    const openStore = await made()
    const first = await open(await openStore())
    await first.call('POST /_control/worlds', { id: 'mine', scenario_inline: SHOP })
    const begun = digestWorld(first.handle('mine').world)
    await first.call('POST /_control/worlds/mine/snapshots', { name: 'start' })
    const key = first.handle('mine').world.credentials.api_key
    await first.call('DELETE /3.0/lists/1a0c500001', undefined, { authorization: `Bearer ${key}` })
    const changed = digestWorld(first.handle('mine').world)
    expect(changed).not.toBe(begun)
    await first.stop()
    const second = await open(await openStore())
    expect((await second.call('GET /_control/worlds/mine')).body).toMatchObject({ scenario: 'shop', counts: { lists: 1 } })
    expect(digestWorld(second.handle('mine').world)).toBe(changed)
    await second.call('POST /_control/worlds/mine/snapshots/start/restore')
    expect(digestWorld(second.handle('mine').world)).toBe(begun)
    await second.call('POST /_control/worlds/mine/reset')
    expect(digestWorld(second.handle('mine').world)).toBe(begun)
    expect((await second.call('GET /_control/worlds/mine/bundle')).body.origin).toMatchObject({
      scenario: 'shop',
      scenario_inline: SHOP,
    })
    await second.stop()
  },
)

test('a world of an inline scenario is independent of files: of one with its name, and of those that it extended', async () => {
  const store = new MemoryStore()
  const base = 'name: base\ndescription: Base.\nlists: [{ name: Base }]'
  const first = await open(store, await folderOf({ 'shop.yaml': 'name: shop\ndescription: Another.', 'base.yaml': base }))
  await first.call('POST /_control/worlds', { id: 'mine', scenario_inline: { ...SHOP, extends: 'base' } })
  const begun = digestWorld(first.handle('mine').world)
  await first.stop()
  const second = await open(
    store.view(),
    await folderOf({ 'shop.yaml': 'name: shop\ndescription: Changed.\nlists: [{ name: New }]' }),
  )
  expect((await second.call('GET /_control/worlds/mine')).status).toBe(200)
  expect(digestWorld(second.handle('mine').world)).toBe(begun)
  expect(second.said).toEqual([])
  await second.stop()
})

test('worlds that begin with the same inline scenario share their rows after a restart', async () => {
  const store = new MemoryStore()
  const first = await open(store)
  for (const id of ['one', 'two']) await first.call('POST /_control/worlds', { id, scenario_inline: SHOP })
  await first.stop()
  const second = await open(store.view())
  for (const id of ['one', 'two']) await second.call(`GET /_control/worlds/${id}`)
  expect(second.handle('one').origin.tables).toBe(second.handle('two').origin.tables)
  await second.stop()
})
