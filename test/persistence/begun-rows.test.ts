import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import type { LoadedScenario, ScenarioSource } from '../../src/service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../../src/service/scenarios/read/shipped-scenarios.ts'
import { digestOf } from '../../src/kernel/world/rows.ts'
import { SAVE_FORMAT } from '../../src/server/persistence/format.ts'
import { processOn } from '../processes.ts'
import { recordsOf, writeRecords } from './change.ts'
import { dataFolder } from './data-folder.ts'

const LIST = '/3.0/lists/aaaaaaaaaa'

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

test('a world keeps its rows in a version whose scenario has other rows, also after a reset', async () => {
  const store = new MemoryStore()
  const first = await open(store)
  const begun = digestOf(first.handle().world)
  await first.call(`PATCH ${LIST}`, { name: 'Changed' })
  await first.call('DELETE /3.0/lists/bbbbbbbbbb')
  const before = digestOf(first.handle().world)
  await first.stop()
  const second = await open(store.view(), plantedOtherwise())
  expect(second.said).toEqual([])
  expect(digestOf(second.handle().world)).toBe(before)
  await second.call('POST /_control/reset')
  expect(digestOf(second.handle().world)).toBe(begun)
})

test('worlds that begin with the same rows share these rows in a version that plants other rows', async () => {
  const store = new MemoryStore()
  const first = await open(store)
  await first.call('POST /_control/worlds', { id: 'other', scenario: 'starter' })
  await first.stop()
  const second = await open(store.view(), plantedOtherwise())
  await second.call('GET /_control/worlds/other')
  expect(second.handle('other').origin.tables).toBe(second.handle().origin.tables)
})

/** A store with the world `default` of another one, and another copy of its base. */
async function storeLike(store: MemoryStore, { copy }: { readonly copy?: Uint8Array }): Promise<MemoryStore> {
  const records = await recordsOf(store, 'default')
  const texts = new Map(Object.entries(records ?? {}).map(([name, value]) => [name, JSON.stringify(value)]))
  const digest = /"base":"(\w+)"/.exec(texts.get('world') ?? '')?.[1] ?? ''
  const other = new MemoryStore()
  const base = copy && { digest, pack: async () => copy }
  await writeRecords(other, 'default', { isWhole: true, records: texts, base })
  return other
}

test.each([
  ['missing', undefined, /than the world began with, and the copy of those, the base \w+, is missing/],
  ['damaged', Buffer.from('damaged'), /the copy of the rows that it began with, the base \w+, is damaged/],
])('a world whose scenario plants other rows now, and whose copy of its rows is %s, is refused', async (_, copy, reason) => {
  const store = new MemoryStore()
  await (await open(store)).stop()
  const { said, call } = await open(await storeLike(store, copy ? { copy } : {}), plantedOtherwise())
  expect(said).toEqual([expect.stringMatching(reason)])
  // With `--log silent`, this is the only place that tells it.
  expect((await call('GET /_control/health')).body.notices).toEqual(said)
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

test.each([
  ['by an earlier build', (text: string) => text.replace(FORMAT, '"format":2').replace(/"maildouble":"[^"]+",/, '')],
  [
    'by a later version',
    (text: string) => text.replace(FORMAT, '"format":99').replace(/"maildouble":"[^"]+"/, '"maildouble":"9.0.0"'),
  ],
])('a world of another format, written %s, is refused with the version that wrote it, and stays as it is', async (_, change) => {
  const store = new MemoryStore()
  await (await open(store)).stop()
  const records = await recordsOf(store, 'default')
  const world = change(JSON.stringify(records?.['world']))
  await writeRecords(store, 'default', { from: await store.version('default'), records: new Map([['world', world]]) })
  const { said } = await open(store.view())
  expect(said).toEqual([
    expect.stringMatching(
      /maildouble (9\.0\.0|of an earlier build) wrote it in the format (99|2), and maildouble \S+ reads the format 3-[0-9a-f]{8}: start the version that wrote it/,
    ),
  ])
  expect((await recordsOf(store, 'default'))?.['world']).toEqual(JSON.parse(world))
})
