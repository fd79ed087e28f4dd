import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FSWatcher } from 'chokidar'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDouble, startServer, type DoubleEvent, type DoubleOptions, type ReloadEvent } from '../../src/index.ts'
import type { Body } from '../mock.ts'

let folder: string
const running: { stop: () => Promise<void> }[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'maildouble-watch-'))
  write('kiosk.yaml', shop('Shop'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
  rmSync(folder, { recursive: true, force: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function shop(list: string, more = ''): string {
  return `name: kiosk\ndescription: The shop.\nlists: [{ id: 5a09000001, name: ${list} }]\n${more}`
}

/** A server that watches the folder; `reloaded` resolves to the result of the next change. */
async function watching(options: DoubleOptions = {}) {
  const reloads: ReloadEvent[] = []
  let wake = (): void => {}
  const onEvent = (event: DoubleEvent): void => {
    if (event.type !== 'reload') return
    reloads.push(event)
    wake()
  }
  const double = await createDouble({ scenario: 'kiosk', scenarioDir: folder, watch: true, onEvent, ...options })
  running.push(double)
  const call = async (line: string, body?: unknown): Promise<{ status: number; body: Body }> => {
    const [method = '', path = ''] = line.split(' ')
    const headers = { authorization: `Bearer ${double.apiKey}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await double.fetch(path, { method, headers, ...sent })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    call,
    apiKey: double.apiKey,
    lists: async () => (await call('GET /3.0/lists')).body.lists.map(({ name }: Body) => name),
    reloaded: async (): Promise<Omit<ReloadEvent, 'type' | 'time'>> => {
      if (reloads.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      const { type: _, time: __, ...reload } = reloads.shift() as ReloadEvent
      return reload
    },
  }
}

describe('a watched scenario that changes', () => {
  test('a watched scenario that changes restarts the world default with its id, its key and its clock mode', async () => {
    const { call, reloaded, lists } = await watching()
    const before = (await call('GET /_control/worlds/default')).body
    await call('PATCH /_control/clock', { mode: 'scaled', rate: 7 })
    await call('POST /3.0/lists/5a09000001/members', { email_address: 'ada@acme.test', status: 'subscribed' })
    write('kiosk.yaml', shop('Store', 'seed: another\n'))
    expect(await reloaded()).toEqual({ files: ['kiosk.yaml'], scenario: 'kiosk', renewed: true, errors: [] })
    const { counts, clock, ...after } = (await call('GET /_control/worlds/default')).body
    expect([counts.members ?? 0, clock]).toEqual([0, { mode: 'scaled', rate: 7 }])
    expect(after).toMatchObject({ id: 'default', api_key: before.api_key, base_url: before.base_url, oauth: before.oauth })
    expect(await lists()).toEqual(['Store'])
  })

  test('a watched scenario that changes is the state that a reset restores from then on', async () => {
    const { call, reloaded, lists } = await watching()
    write('kiosk.yaml', shop('Store'))
    await reloaded()
    await call('POST /3.0/lists/5a09000001/members', { email_address: 'ada@acme.test', status: 'subscribed' })
    await call('POST /_control/reset')
    expect(await lists()).toEqual(['Store'])
    expect((await call('GET /3.0/lists/5a09000001/members')).body.total_items).toBe(0)
  })

  test('a watched scenario that changes leaves other worlds at their original state, even after a reset, while new ones use the new files', async () => {
    const { call, reloaded } = await watching()
    await call('POST /_control/worlds', { id: 'old', scenario: 'kiosk' })
    write('kiosk.yaml', shop('Store'))
    await reloaded()
    await call('POST /_control/worlds', { id: 'new', scenario: 'kiosk' })
    await call('POST /_control/worlds/old/reset')
    const names = async (world: string) =>
      (await call(`GET /_control/worlds/${world}/state/lists`)).body.rows.map(({ name }: Body) => name)
    expect([await names('old'), await names('new')]).toEqual([['Shop'], ['Store']])
  })

  test('a watched scenario that changes is noticed in files it extends or loads, and in the settings of the folder', async () => {
    write('fixtures/people.yaml', 'lists: [{ name: People }]')
    write('base.yaml', 'name: base\ndescription: B.\nfixtures: [people.yaml]\n')
    write('mine.yaml', 'name: mine\ndescription: M.\nextends: base\n')
    const { reloaded, lists, call } = await watching({ scenario: 'mine' })
    write('fixtures/people.yaml', 'lists: [{ name: Persons }]')
    expect(await reloaded()).toMatchObject({ files: ['fixtures/people.yaml'], renewed: true })
    expect(await lists()).toEqual(['Persons'])
    write('base.yaml', 'name: base\ndescription: B.\nlists: [{ name: Own }]\n')
    expect(await reloaded()).toMatchObject({ files: ['base.yaml'], renewed: true })
    expect(await lists()).toEqual(['Own'])
    write('settings.yaml', 'max_lists: 7\n')
    expect(await reloaded()).toMatchObject({ files: ['settings.yaml'], renewed: true })
    expect((await call('GET /_control/settings')).body.max_lists).toBe(7)
  })

  test('a watched scenario that changes is ignored if its contents are the same or another scenario has changed', async () => {
    const { call, reloaded } = await watching()
    await call('POST /3.0/lists/5a09000001/members', { email_address: 'ada@acme.test', status: 'subscribed' })
    write('kiosk.yaml', `# The very same.\n${shop('Shop')}`)
    expect(await reloaded()).toEqual({ files: ['kiosk.yaml'], scenario: 'kiosk', renewed: false, errors: [] })
    write('other.yaml', 'name: other\ndescription: O.\n')
    expect(await reloaded()).toEqual({ files: ['other.yaml'], scenario: 'kiosk', renewed: false, errors: [] })
    expect((await call('GET /3.0/lists/5a09000001/members')).body.total_items).toBe(1)
  })

  test('a watched scenario changes nothing while it is invalid, and is reported with the place', async () => {
    const { reloaded, lists } = await watching()
    write('kiosk.yaml', 'name: kiosk\ndescription: The shop.\nlists:\n  - { id: 5a09000001 }\n')
    expect(await reloaded()).toEqual({
      files: ['kiosk.yaml'],
      scenario: 'kiosk',
      renewed: false,
      errors: [`${folder}/kiosk.yaml:4: lists/0/name: Required field is missing: name.`],
    })
    expect(await lists()).toEqual(['Shop'])
    write('kiosk.yaml', shop('Store'))
    expect(await reloaded()).toMatchObject({ renewed: true, errors: [] })
    expect(await lists()).toEqual(['Store'])
  })

  test('a watched scenario that changes is applied although another scenario is invalid', async () => {
    const { reloaded } = await watching()
    write('broken.yaml', 'name: broken\n')
    expect(await reloaded()).toMatchObject({ renewed: false, errors: [expect.stringContaining('broken.yaml:1:')] })
    write('kiosk.yaml', shop('Store'))
    expect(await reloaded()).toMatchObject({ renewed: true, errors: [expect.stringContaining('broken.yaml:1:')] })
  })

  test('a watched scenario that changes may be replaced by another file, as editors do, and may be in a new file', async () => {
    const { reloaded, lists } = await watching()
    write('.kiosk.yaml.swp', shop('Store'))
    renameSync(join(folder, '.kiosk.yaml.swp'), join(folder, 'kiosk.yaml'))
    expect(await reloaded()).toMatchObject({ files: ['kiosk.yaml'], renewed: true })
    expect(await lists()).toEqual(['Store'])
    write('kiosk.yaml', 'name: kiosk\ndescription: S.\nfixtures: [later.yaml]\n')
    expect(await reloaded()).toMatchObject({ renewed: false, errors: [expect.stringContaining('there is no later.yaml')] })
    write('fixtures/later.yaml', 'lists: [{ name: Later }]')
    expect(await reloaded()).toMatchObject({ renewed: true, errors: [] })
    expect(await lists()).toEqual(['Later'])
  })

  test('a watched scenario that changes is reported as an error if it is deleted, and the world continues', async () => {
    const { reloaded, lists } = await watching()
    rmSync(join(folder, 'kiosk.yaml'))
    expect(await reloaded()).toMatchObject({
      renewed: false,
      errors: [expect.stringContaining('There is no scenario "kiosk". There are: ')],
    })
    expect(await lists()).toEqual(['Shop'])
  })
})

describe('a replaced scenario directory', () => {
  /** Waits until the world has a list of that name, and ignores other reports. */
  const until = async ({ lists, reloaded }: Awaited<ReturnType<typeof watching>>, name: string): Promise<void> => {
    while (!(await lists()).includes(name)) await reloaded()
  }

  test('a replaced scenario directory is watched again if it is deleted and created later', async () => {
    const server = await watching()
    rmSync(folder, { recursive: true })
    expect(await server.reloaded()).toMatchObject({
      renewed: false,
      errors: [expect.stringContaining('There is no scenario "kiosk"')],
    })
    write('kiosk.yaml', shop('Store'))
    await until(server, 'Store')
    write('kiosk.yaml', shop('Market'))
    await until(server, 'Market')
    write('fixtures/people.yaml', 'lists: [{ name: People }]')
    write('kiosk.yaml', 'name: kiosk\ndescription: S.\nfixtures: [people.yaml]\n')
    await until(server, 'People')
  })

  test('a replaced scenario directory is watched again if another one takes its place immediately', async () => {
    const server = await watching()
    const old = `${folder}-old`
    renameSync(folder, old)
    write('kiosk.yaml', shop('Store'))
    rmSync(old, { recursive: true })
    await until(server, 'Store')
    write('kiosk.yaml', shop('Market'))
    await until(server, 'Market')
  })

  test('a replaced scenario directory is reported without a change if it is empty', async () => {
    rmSync(join(folder, 'kiosk.yaml'))
    const { reloaded } = await watching({ scenario: 'starter' })
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    expect(await reloaded()).toEqual({ files: ['.'], scenario: 'starter', renewed: false, errors: [] })
  })
})

test('a restarted world can be recreated from its bundle', async () => {
  const { call, reloaded } = await watching()
  write('kiosk.yaml', shop('Store', 'batch_webhooks: [{ url: http://127.0.0.1:9/ }]\n'))
  await reloaded()
  await call('POST /3.0/lists/5a09000001/members', { email_address: 'ada@acme.test', status: 'subscribed' })
  const bundle = (await call('GET /_control/bundle')).body
  const { status, body } = await call('POST /_control/worlds', { id: 'again', bundle })
  expect([status, body.counts]).toEqual([201, expect.objectContaining({ lists: 1, members: 1, batch_webhooks: 1 })])
  expect(body.replay).toMatchObject({ differences: [] })
})

test('work in flight is dropped when the world restarts', async () => {
  write('kiosk.yaml', shop('Shop', 'settings: { service_time: PT1H }\n'))
  const { call, reloaded } = await watching()
  const held = call('GET /3.0/lists')
  write('kiosk.yaml', shop('Store'))
  await reloaded()
  expect((await held).status).toBe(503)
})

test('a server keeps its port across restarts of its world', async () => {
  const events: DoubleEvent[] = []
  const onEvent = (event: DoubleEvent): void => void events.push(event)
  const server = await startServer({ scenario: 'kiosk', scenarioDir: folder, watch: true, onEvent })
  running.push(server)
  write('kiosk.yaml', shop('Store'))
  await expect.poll(() => events).toEqual([expect.objectContaining({ type: 'reload', renewed: true })])
  const response = await fetch(`${server.url}/3.0/lists`, { headers: { authorization: `Bearer ${server.apiKey}` } })
  expect(((await response.json()) as Body).lists[0].name).toBe('Store')
})

test('an invalid scenario is logged if no listener receives events', async () => {
  const logged: string[] = []
  running.push(
    await createDouble({ scenario: 'kiosk', scenarioDir: folder, watch: true, log: (message) => logged.push(message) }),
  )
  write('broken.yaml', 'name: broken\n')
  await expect.poll(() => logged).toEqual([expect.stringContaining('broken.yaml:1:')])
})

test('a folder that cannot be watched is reported once', async () => {
  const logged: string[] = []
  const add = vi.spyOn(FSWatcher.prototype, 'add').mockImplementation(function (this: FSWatcher) {
    setImmediate(() => {
      for (const path of ['one', 'two']) this.emit('error', new Error(`ENOSPC: no watch left for ${path}`))
      this.emit('ready')
    })
    return this
  })
  running.push(
    await createDouble({ scenario: 'kiosk', scenarioDir: folder, watch: true, log: (message) => logged.push(message) }),
  )
  add.mockRestore()
  expect(logged).toEqual([`${folder} is not fully watched, so changes may be missed: Error: ENOSPC: no watch left for one`])
})

test('without a scenario directory nothing is watched', async () => {
  await expect(createDouble({ watch: true })).rejects.toThrow(
    'there is nothing to watch: --watch (watch) requires --scenario-dir',
  )
})
