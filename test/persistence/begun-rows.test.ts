import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import type { LoadedScenario, ScenarioSource } from '../../src/service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../../src/service/scenarios/read/shipped-scenarios.ts'
import { digestWorld } from '../../src/kernel/world/rows.ts'
import { SAVE_FORMAT } from '../../src/server/persistence/format.ts'
import { processOn } from '../processes.ts'
import { recordsOf, writeRecords } from './change.ts'
import { dataFolder } from './data-folder.ts'

/** The scenarios of a version of maildouble that plants other rows for the same files. */
function plantedOtherwise(): ScenarioSource {
  const changed = ({ scenario, ...loaded }: LoadedScenario): LoadedScenario => ({
    ...loaded,
    scenario: {
      ...scenario,
      folders: [{ kind: 'campaign', name: 'Extra' }, ...scenario.folders],
      lists: scenario.lists.slice(0, 2),
    },
  })
  return {
    ...shippedScenarios,
    load: async (name) => {
      const loaded = await shippedScenarios.load(name)
      return loaded && changed(loaded)
    },
  }
}

async function open(store: MemoryStore, scenarios?: ScenarioSource, scenario?: string) {
  const double = await processOn(store, scenario === undefined ? {} : { scenario }, scenarios ? { scenarios } : {})
  onTestFinished(() => double.kill())
  return double
}

test('a world is refused by a version whose scenario plants other rows, and stays as it is', async () => {
  const store = new MemoryStore()
  await (await open(store)).stop()
  const saved = await recordsOf(store, 'default')
  const { said, call } = await open(store.view(), plantedOtherwise())
  expect(said).toEqual([expect.stringMatching(/the scenario starter has changed since the world began at .*--recover/)])
  // With `--log silent`, this is the only place that tells it.
  expect((await call('GET /_control/health')).body.notices).toEqual(said)
  expect(await recordsOf(store, 'default')).toEqual(saved)
})

test('a world that began in an outage continues in it, and resets return to it', async () => {
  const store = new MemoryStore()
  const first = await open(store)
  const outages = { down: [{ effect: { problem: { preset: 'InternalServerError' } } }] }
  const scenario_inline = { name: 'shop', description: 'A shop.', outages }
  await first.call('POST /_control/worlds', { id: 'mine', scenario_inline, outage: 'down' })
  const begun = digestWorld(first.handle('mine').world)
  await first.stop()
  const second = await open(store.view())
  expect((await second.call('GET /_control/worlds/mine/faults')).body).toMatchObject({ total: 1 })
  await second.call('DELETE /_control/worlds/mine/outages/down')
  await second.call('POST /_control/worlds/mine/reset')
  expect(digestWorld(second.handle('mine').world)).toBe(begun)
})

test('a world of an own scenario is refused once its data change, and not for comments, descriptions or settings', async () => {
  const folder = join(await dataFolder(), 'own')
  mkdirSync(join(folder, 'fixtures'), { recursive: true })
  const write = (description: string, name: string, fixture: string): void => {
    const scenario = `# ${description}\nname: hats\ndescription: ${description}\nfixtures: [more.yaml]\nsettings: { connections: ${description.length} }\n`
    writeFileSync(join(folder, 'hats.yaml'), `${scenario}lists: [{ id: 5a09000001, name: ${name} }]\n`)
    writeFileSync(join(folder, 'fixtures', 'more.yaml'), `lists: [{ id: 5a09000002, name: ${fixture} }]\n`)
  }
  write('One', 'Shop', 'More')
  const store = new MemoryStore()
  await (await open(store, await ownScenarios(folder), 'hats')).stop()
  write('Another', 'Shop', 'More')
  const same = await open(store.view(), await ownScenarios(folder), 'hats')
  expect(same.said).toEqual([])
  await same.stop()
  for (const [name, fixture] of [
    ['Other', 'More'],
    ['Shop', 'Other'],
  ] as const) {
    write('One', name, fixture)
    const { said } = await open(store.view(), await ownScenarios(folder), 'hats')
    expect(said).toEqual([
      expect.stringContaining('the scenario hats has changed since the world began at 2026-01-15T09:00:00.000Z'),
    ])
  }
  const { said } = await open(store.view(), undefined, 'hats').catch((error: unknown) => ({ said: [String(error)] }))
  expect(said).toEqual([expect.stringContaining('There is no scenario "hats"')])
})

const FORMAT = `"format":"${SAVE_FORMAT}"`

test('a world of another format is refused with the version that wrote it, and stays as it is', async () => {
  const store = new MemoryStore()
  await (await open(store)).stop()
  const records = await recordsOf(store, 'default')
  const text = JSON.stringify(records?.['world'])
  const world = text.replace(FORMAT, '"format":99').replace(/"maildouble":"[^"]+"/, '"maildouble":"9.0.0"')
  await writeRecords(store, 'default', { from: await store.version('default'), records: new Map([['world', world]]) })
  const { said } = await open(store.view())
  expect(said).toEqual([
    expect.stringMatching(
      /maildouble 9\.0\.0 wrote it in the format 99, and maildouble \S+ reads the format 4-[0-9a-f]{8}: start the version that wrote it/,
    ),
  ])
  expect((await recordsOf(store, 'default'))?.['world']).toEqual(JSON.parse(world))
})
