import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import type { LoadedScenario, ScenarioSource } from '../../src/service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../../src/service/scenarios/read/shipped-scenarios.ts'
import { digestOf, rowsOf } from '../../src/kernel/world/rows.ts'
import { definedTables } from '../../src/kernel/world/table.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
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

/** A store with the world `default` of another one, with other records and another copy of its base. */
async function storeLike(
  store: MemoryStore,
  { copy, change = (text) => text }: { readonly copy?: Uint8Array; readonly change?: (text: string) => string } = {},
): Promise<MemoryStore> {
  const records = await recordsOf(store, 'default')
  const texts = new Map(Object.entries(records ?? {}).map(([name, value]) => [name, JSON.stringify(value)]))
  const world = texts.get('world') ?? ''
  const digest = /"base":"(\w+)"/.exec(world)?.[1] ?? ''
  const other = new MemoryStore()
  const base = copy && { digest, pack: async () => copy }
  await writeRecords(other, 'default', { isWhole: true, records: texts.set('world', change(world)), base })
  return other
}

const NEW_LIST = {
  name: 'New',
  permission_reminder: 'You signed up.',
  email_type_option: false,
  contact: { company: 'Acme', address1: '1 High Street', city: 'London', state: '', zip: 'N1', country: 'GB' },
  campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test', subject: 'News', language: 'en' },
}

const ON_OTHER_ROWS = expect.stringContaining(
  'The world default began with other rows than this version of maildouble plants for the scenario starter, and there is no copy of them.',
)

test.each([
  ['missing', undefined],
  ['damaged', Buffer.from('damaged')],
])('a world whose copy of its rows is %s has its changes and, besides, the rows that this version plants', async (_, copy) => {
  const store = new MemoryStore()
  const first = await open(store)
  await first.call(`PATCH ${LIST}`, { name: 'Changed' })
  await first.call('DELETE /3.0/lists/bbbbbbbbbb')
  await first.call('POST /_control/snapshots', { name: 'early' })
  const { body: list } = await first.call('POST /3.0/lists', NEW_LIST)
  const member = { email_address: 'new@acme.test', status: 'subscribed' }
  const { body: joined } = await first.call(`POST /3.0/lists/${list.id}/members`, member)
  await first.stop()
  const other = await storeLike(store, copy ? { copy } : {})
  const second = await open(other, plantedOtherwise())
  expect(second.said).toEqual([ON_OTHER_ROWS])
  expect((await second.call('GET /_control/health')).body).toMatchObject({ status: 'ok', notices: [ON_OTHER_ROWS] })
  const namesIn = async (double: typeof second): Promise<string[]> =>
    (await double.call('GET /3.0/lists')).body.lists.map(({ name }: { name: string }) => name)
  expect(await namesIn(second)).toEqual(['Changed', 'New'])
  expect((await second.call(`GET /3.0/lists/${list.id}/members/${joined.id}`)).body).toEqual(joined)
  const { body: folders } = await second.call('GET /3.0/campaign-folders')
  expect(folders.folders.map(({ name }: { name: string }) => name)).toContain('Extra')
  expectOrder(second.handle().world)
  // The next write stores the world with its new base.
  await second.call(`PATCH ${LIST}`, { name: 'Again' })
  const before = digestOf(second.handle().world)
  await second.stop()
  const third = await open(other.view(), plantedOtherwise())
  expect(third.said).toEqual([])
  expect(digestOf(third.handle().world)).toBe(before)
  await third.call('POST /_control/snapshots/early/restore')
  expect(await namesIn(third)).toEqual(['Changed'])
  expectOrder(third.handle().world)
  await third.call('POST /_control/reset')
  expect(await namesIn(third)).not.toContain('Changed')
})

test('new rows of a world come after those that a version plants in addition, and share no number with them', async () => {
  const store = new MemoryStore()
  const first = await open(store, plantedOtherwise())
  const { body: list } = await first.call('POST /3.0/lists', NEW_LIST)
  await first.call(`PATCH ${LIST}`, { name: 'Changed' })
  const { body: taken } = await first.call('GET /3.0/lists')
  await first.stop()
  const second = await open(await storeLike(store))
  expect(second.said).toEqual([ON_OTHER_ROWS])
  const { body } = await second.call('GET /3.0/lists')
  expect(body.lists.map(({ id }: { id: string }) => id)).toEqual(['cccccccccc', 'aaaaaaaaaa', 'bbbbbbbbbb', list.id])
  expect(body.lists[1]).toEqual(taken.lists[0])
  expect(body.lists[3].web_id).toBe(list.web_id)
  expectOrder(second.handle().world)
})

test('additional rows that a version plants for a list are left out if the world has deleted the list', async () => {
  const store = new MemoryStore()
  const first = await open(store, plantedOtherwise())
  await first.call('DELETE /3.0/lists/bbbbbbbbbb')
  await first.stop()
  const more = (scenarios: ScenarioSource): ScenarioSource => ({
    ...scenarios,
    load: async (name) => {
      const loaded = await scenarios.load(name)
      if (!loaded) return undefined
      const { lists } = loaded.scenario
      const withOne = lists.map((list) => ({
        ...list,
        members: [...(list.members ?? []), { email_address: 'more@acme.test', status: 'subscribed' as const }],
      }))
      return { ...loaded, scenario: { ...loaded.scenario, lists: withOne } }
    },
  })
  const second = await open(await storeLike(store), more(shippedScenarios))
  expect(second.said).toEqual([ON_OTHER_ROWS])
  const { world } = second.handle()
  const listed = definedTables().flatMap((table) =>
    rowsOf(world, table).flatMap((row) => ('list_id' in row ? [row.list_id] : [])),
  )
  expect(listed).toContain('aaaaaaaaaa')
  expect(listed).not.toContain('bbbbbbbbbb')
})

/** Expects that no two rows have the same place in the order of creation, or the same number, and that new ones get later ones. */
function expectOrder(world: WorldState): void {
  const all = definedTables().flatMap((table) => rowsOf(world, table))
  const numbers = all.map(({ seq }) => seq)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(Math.max(...numbers)).toBeLessThanOrEqual(world.counters.get('seq') ?? 0)
  const webIds = all.flatMap((row) => ('web_id' in row ? [row.web_id] : []))
  expect(new Set(webIds).size).toBe(webIds.length)
}

test('a world of an own scenario whose files have not changed continues without the copy of its rows', async () => {
  const store = new MemoryStore()
  const says = async () => 'the same'
  const first = await open(store, { ...shippedScenarios, says })
  await first.call(`PATCH ${LIST}`, { name: 'Changed' })
  await first.stop()
  const second = await open(await storeLike(store), { ...plantedOtherwise(), says })
  expect(second.said).toEqual([ON_OTHER_ROWS])
  expect((await second.call(`GET ${LIST}`)).body.name).toBe('Changed')
})

test('a world is refused with the reason if a file of the user has its scenario now and the copy of its rows is missing', async () => {
  const store = new MemoryStore()
  await (await open(store)).stop()
  const shadowed = { ...plantedOtherwise(), says: async () => 'something' }
  const { said } = await open(await storeLike(store), shadowed)
  expect(said).toEqual([
    expect.stringMatching(/this version of maildouble plants other rows for the scenario starter .* is missing/),
  ])
})

test('a world of the format 1 is refused if its scenario is of the user and plants other rows, and continues if it is of the package', async () => {
  const store = new MemoryStore()
  await (await open(store)).stop()
  const change = (text: string): string => text.replace('"format":2', '"format":1').replace(/"base":"\w+"/, '"digest":"0000"')
  const own = await open(await storeLike(store, { change }), { ...shippedScenarios, says: async () => 'something' })
  expect(own.said).toEqual([expect.stringMatching(/the scenario starter has changed since the world began at/)])
  const ofPackage = await open(await storeLike(store, { change }))
  expect(ofPackage.said).toEqual([ON_OTHER_ROWS])
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

test('a world of an unknown format is refused with the formats that can be read', async () => {
  const store = new MemoryStore()
  await (await open(store)).stop()
  const records = await recordsOf(store, 'default')
  const world = JSON.stringify(records?.['world']).replace('"format":2', '"format":99')
  await writeRecords(store, 'default', { from: await store.version('default'), records: new Map([['world', world]]) })
  const { said } = await open(store.view())
  expect(said).toEqual([expect.stringContaining('it has the format 99, and this version of maildouble reads the formats 1 to 2')])
})
