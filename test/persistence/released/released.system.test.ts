import { describe, expect, onTestFinished, test } from 'vitest'
import { OWN_ADDRESS } from '../../../src/service/resources/urls/own-address.ts'
import type { Records, Store } from '../../../src/server/persistence/store.ts'
import { openLowdbStore } from '../../../src/server/persistence/lowdb/lowdb-store.ts'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { tableNamed } from '../../../src/server/runtime/tables.ts'
import { rowsOf } from '../../../src/kernel/world/rows.ts'
import { definedTables } from '../../../src/kernel/world/table.ts'
import type { WorldState } from '../../../src/kernel/world/world.ts'
import { dataFolder } from '../data-folder.ts'
import { processOn } from '../../processes.ts'
import { startValkey, withoutValkey } from '../../servers/valkey.ts'
import { expectWorldToBalance } from '../../simulation/all-books.ts'
import { rowsWith } from '../../simulation/addresses.ts'
import { expectRows } from './expect-rows.ts'
import { type Recording, recordings, restoreFolder, restoreMemory, worldsInFolder, worldsInStore } from './recording.ts'

/** Minimum number of records in a recording. */
const ROWS_MIN = 200

type Process = Awaited<ReturnType<typeof processOn>>

async function open(store: Store): Promise<Process> {
  const double = await processOn(store)
  onTestFinished(() => double.stop())
  return double
}

async function openFolder(recording: Recording): Promise<{ readonly double: Process; readonly reopen: () => Promise<Process> }> {
  const folder = await dataFolder()
  restoreFolder(recording, folder)
  const again = async () => processOn(await openLowdbStore(folder, { recover: false, log: () => {} }))
  const double = await again()
  return { double, reopen: again }
}

/** Loads every world and returns it. */
async function worldsOf(double: Process, ids: Iterable<string>): Promise<Map<string, WorldState>> {
  const worlds = new Map<string, WorldState>()
  for (const id of ids) {
    const { status, body } = await double.call(`GET /_control/worlds/${id}`)
    expect({ id, status, body }).toMatchObject({ status: 200 })
    worlds.set(id, double.handle(id).world)
  }
  return worlds
}

function expectWorlds(worlds: ReadonlyMap<string, WorldState>, saved: ReadonlyMap<string, Records>): void {
  expect([...saved.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(ROWS_MIN)
  expect([...worlds.keys()].toSorted()).toEqual([...saved.keys()].toSorted())
  for (const [id, world] of worlds) expectRows(id, world, saved.get(id) ?? new Map())
}

const ON_OTHER_ROWS = expect.stringMatching(/^The world newsletter-live began with other rows than this version/)

/** Whether a row names a page without the stand-in for its world. */
function isElsewhere(row: unknown): boolean {
  return JSON.stringify(row).replaceAll(`${OWN_ADDRESS}/_public/`, '').includes('/_public/')
}

/** All rows by table. */
function allRows(world: WorldState): Record<string, unknown> {
  const names = ['account', 'campaigns', 'list_stats', 'lists', 'members', 'reactions', 'send_totals', 'jobs', 'timeline']
  return Object.fromEntries(names.map((name) => [name, rowsOf(world, tableNamed(name)!)]))
}

test('there are recordings of worlds that earlier builds saved', () => {
  expect(recordings.map(({ name }) => name)).toEqual(expect.arrayContaining(['1aa88f3', '5eb0f70', '88a01b1']))
})

describe.each(recordings)('what the build $name has saved', (recording) => {
  test('a saved world of an earlier build opens from a folder with every row', async () => {
    const { double } = await openFolder(recording)
    onTestFinished(() => double.stop())
    const saved = worldsInFolder(recording)
    expectWorlds(await worldsOf(double, saved.keys()), saved)
    expect(double.said).toEqual([ON_OTHER_ROWS])
  })

  test('a saved world of an earlier build opens from a store with every row', async () => {
    const double = await open(await restoreMemory(recording))
    const saved = worldsInStore(recording)
    expectWorlds(await worldsOf(double, saved.keys()), saved)
    expect(double.said).toEqual([ON_OTHER_ROWS])
  })

  test.skipIf(withoutValkey)('a saved world of an earlier build opens from Valkey or Redis with every row', async () => {
    const valkey = await startValkey()
    onTestFinished(() => valkey.stop())
    for (const command of recording.store) await valkey.ask(...command)
    const double = await open(await openValkeyStore(valkey.url))
    const saved = worldsInStore(recording)
    expectWorlds(await worldsOf(double, saved.keys()), saved)
    expect(double.said).toEqual([ON_OTHER_ROWS])
  })

  test('a saved world of an earlier build obeys the laws of worlds where this version plants other rows', async () => {
    const { double } = await openFolder(recording)
    onTestFinished(() => double.stop())
    const id = 'newsletter-live'
    const { world } = double.handle(id)
    const numbers = definedTables().flatMap((table) => rowsOf(world, table).map(({ seq }) => seq))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.reduce((last, seq) => Math.max(last, seq), 0)).toBeLessThanOrEqual(world.counters.get('seq') ?? 0)
    const authorization = `Bearer ${world.credentials.api_key}`
    await expectWorldToBalance({
      call: (line, body) => double.call(line.replace(' /3.0', ` /_worlds/${id}/3.0`), body, { authorization }),
      plant: async (run) => double.context.scheduler.run(double.handle(id), run),
    })
  })

  test('a saved world of an earlier build names no address at which it was served, so that a fork of it leads to itself', async () => {
    const { double } = await openFolder(recording)
    onTestFinished(() => double.stop())
    const { status } = await double.call('POST /_control/worlds/starter/fork', { id: 'fork' })
    expect(status).toBe(201)
    for (const id of [...worldsInFolder(recording).keys(), 'fork'])
      for (const page of ['/_public/', '/_worlds/'])
        expect(rowsWith(page, double.handle(id).world).filter(isElsewhere)).toEqual([])
    const { text } = await double.call('GET /_control/worlds/fork/emails')
    // The emails of the first builds had no links.
    if (rowsWith(OWN_ADDRESS, double.handle('fork').world).length > 0)
      expect(text).toContain('http://maildouble.test/_worlds/fork/_public/')
  })

  test('a saved world of an earlier build continues after a change, and after another restart', async () => {
    const { double, reopen } = await openFolder(recording)
    const ids = [...worldsInFolder(recording).keys()]
    for (const id of ids) {
      const list = { name: 'New', permission_reminder: 'You signed up.', email_type_option: false, ...LIST }
      const key = double.handle(id).world.credentials.api_key
      const made = await double.call(`POST /_worlds/${id}/3.0/lists`, list, { authorization: `Bearer ${key}` })
      expect({ id, status: made.status, text: made.text }).toMatchObject({ status: 200 })
      const advanced = await double.call(`POST /_control/worlds/${id}/clock/advance`, { by: 'PT1M' })
      expect({ id, text: advanced.text, status: advanced.status }).toMatchObject({ status: 200 })
    }
    const before = await worldsOf(double, ids)
    await double.stop()
    const again = await reopen()
    onTestFinished(() => again.stop())
    expect(again.said).toEqual([])
    const after = await worldsOf(again, ids)
    for (const id of ids) expect(allRows(after.get(id)!), id).toEqual(allRows(before.get(id)!))
  })
})

const LIST = {
  contact: { company: 'Acme', address1: '1 High Street', city: 'London', state: '', zip: 'N1', country: 'GB' },
  campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test', subject: 'News', language: 'en' },
}
