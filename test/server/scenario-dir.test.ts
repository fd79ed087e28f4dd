import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../src/kit/double/start.ts'
import type { Body } from '../mock.ts'

let parent: string
let folder: string
let server: RunningServer | undefined

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'maildouble-own-'))
  folder = join(parent, 'own')
  write('own/shop.yaml', 'name: shop\ndescription: The shop.\nextends: starter\nlists: [{ id: 5a09000001, name: Shop }]\n')
})

afterEach(async () => {
  await server?.stop()
  server = undefined
  rmSync(parent, { recursive: true, force: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(parent, path)), { recursive: true })
  writeFileSync(join(parent, path), text)
}

/** Starts a server with the folder. Returns a function that calls the control API. */
async function serve(options: ServerOptions = {}) {
  const running = await startServer({ scenario: 'empty', scenarioDir: folder, clock: { mode: 'frozen', rate: 0 }, ...options })
  server = running
  return async (line: string, body?: unknown): Promise<{ status: number; body: Body }> => {
    const [method = 'GET', path = ''] = line.split(' ')
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(running.url + path, { method, ...sent })
    return { status: response.status, body: await response.json() }
  }
}

async function make(call: Awaited<ReturnType<typeof serve>>, scenario: string) {
  return call('POST /_control/worlds', { scenario })
}

describe('a scenario directory', () => {
  test('worlds can use the scenarios of a scenario directory, which can extend shipped scenarios', async () => {
    const call = await serve({ scenario: 'shop' })
    expect((await call('GET /_control/worlds/default')).body).toMatchObject({
      scenario: 'shop',
      counts: { lists: 4, members: 41 },
    })
    const { status, body } = await make(call, 'shop')
    expect([status, body.scenario, body.counts.lists]).toEqual([201, 'shop', 4])
    expect((await make(call, 'starter')).body.counts.lists).toBe(3)
  })

  test('a scenario directory is listed together with the shipped scenarios', async () => {
    write('own/broken.yaml', 'name: broken\ndescription: B.\nlists:\n  - {}\n')
    write('own/README.md', '# Mine')
    const call = await serve()
    const { scenarios } = (await call('GET /_control/scenarios')).body
    const names = scenarios.map(({ name }: Body) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual(expect.arrayContaining(['broken', 'shop', 'starter']))
    expect(scenarios.filter(({ source }: Body) => source === 'folder')).toEqual([
      {
        name: 'broken',
        source: 'folder',
        error: `${folder}/broken.yaml:4: lists/0/name: Required field is missing: name.`,
      },
      expect.objectContaining({ name: 'shop', description: 'The shop.', holds: expect.objectContaining({ lists: 4 }) }),
    ])
  })

  test('a scenario directory offers only files, and links to files that are in the same directory', async () => {
    write('elsewhere.yaml', 'name: elsewhere\ndescription: E.\n')
    symlinkSync(join(parent, 'elsewhere.yaml'), join(folder, 'elsewhere.yaml'))
    symlinkSync('nothing.yaml', join(folder, 'nowhere.yaml'))
    symlinkSync('shop.yaml', join(folder, 'alias.yaml'))
    write('own/folder.yaml/inside', '')
    const { scenarios } = (await (await serve())('GET /_control/scenarios')).body
    expect(scenarios.flatMap(({ name, source }: Body) => (source === 'folder' ? [name] : []))).toEqual(['alias', 'shop'])
  })

  test('a scenario of a scenario directory may define delivery faults', async () => {
    write(
      'own/lossy.yaml',
      'name: lossy\ndescription: L.\nextends: webhooks\ndelivery_faults: [{ effect: drop, must_fire: true }]\n',
    )
    const call = await serve({ scenario: 'lossy' })
    const counts = { seen: 0, fired: 0, last_fired_delivery: null }
    const fault = {
      id: 1,
      match: {},
      effect: 'drop',
      when: {},
      must_fire: true,
      window: null,
      outage: null,
      used_up: false,
      ...counts,
    }
    expect((await call('GET /_control/delivery-faults')).body).toEqual({ delivery_faults: [fault], total: 1 })
    const { scenarios } = (await call('GET /_control/scenarios')).body
    expect(scenarios.find(({ name }: Body) => name === 'lossy')).toMatchObject({ faults: 0, delivery_faults: 1 })
  })

  test('scenarios of a scenario directory can use the data sets in its fixtures/ and the shipped ones', async () => {
    write('own/fixtures/sub/people.yaml', 'lists: [{ name: People }]')
    write('own/mine.yml', 'name: mine\ndescription: M.\nfixtures: [acme.yaml, acme-beta.yaml, sub/people.yaml]\n')
    const call = await serve()
    expect((await make(call, 'mine')).body.counts.lists).toBe(2)
  })

  test('a scenario of a scenario directory may replace the shipped scenario of the same name and extend it', async () => {
    write(
      'own/starter.json',
      JSON.stringify({ name: 'starter', description: 'S.', extends: 'starter', lists: [{ name: 'More' }] }),
    )
    const call = await serve()
    expect((await make(call, 'starter')).body.counts.lists).toBe(4)
    expect((await make(call, 'shop')).body.counts.lists).toBe(5)
    expect((await make(call, 'throttled')).body.counts.lists).toBe(3)
  })

  test('a scenario directory may set defaults for the settings of all its scenarios', async () => {
    write('own/settings.yaml', 'batch: { phase: 5000 }\nservice_time: PT0.01S\nmax_lists: 7\n')
    write('own/mine.yaml', 'name: mine\ndescription: M.\nextends: throttled\nsettings: { max_lists: 9 }\n')
    write('own/more.yaml', 'name: more\ndescription: M.\nextends: mine\n')
    const call = await serve()
    const settingsOf = async (scenario: string) =>
      (await call(`GET /_control/worlds/${(await make(call, scenario)).body.id}/settings`)).body
    expect(await settingsOf('shop')).toMatchObject({ batch: { phase: 5000 }, service_time: 'PT0.01S', max_lists: 7 })
    expect(await settingsOf('mine')).toMatchObject({ batch: { phase: 5000 }, service_time: 'PT0.01S', max_lists: 9 })
    expect(await settingsOf('more')).toMatchObject({ max_lists: 9 })
    expect(await settingsOf('throttled')).toMatchObject({ service_time: 50, max_lists: -1 })
    expect((await make(call, 'settings')).status).toBe(422)
  })

  test('a scenario directory is read again when a file changes', async () => {
    write('own/fixtures/a.yaml', 'lists: [{ name: A }]')
    write('own/mine.yaml', 'name: mine\ndescription: M.\nfixtures: [a.yaml]\n')
    const call = await serve()
    expect((await make(call, 'mine')).body.counts.lists).toBe(1)
    write('own/fixtures/a.yaml', 'lists: [{ name: A }, { name: B }]')
    expect((await make(call, 'mine')).body.counts.lists).toBe(2)
    write('own/mine.yaml', 'name: mine\ndescription: M.\nlists: [{}]\n')
    expect((await make(call, 'mine')).body.errors).toEqual([
      { pointer: '/scenario', message: `${folder}/mine.yaml:3: lists/0/name: Required field is missing: name.` },
    ])
  })

  test.each(['../secret', 'link', 'linked/secret', '/etc/passwd', 'fixtures/../../secret'])(
    'no scenario name leads out of the scenario directory: %s',
    async (name) => {
      write('secret.yaml', 'name: secret\ndescription: S.\n')
      symlinkSync(join(parent, 'secret.yaml'), join(folder, 'link.yaml'))
      symlinkSync(parent, join(folder, 'linked'))
      const call = await serve()
      const { status, body } = await make(call, name)
      expect([status, body.detail]).toEqual([422, expect.stringContaining('There is no scenario')])
    },
  )

  test.each(['../secret.yaml', 'link.yaml', 'linked/secret.yaml'])(
    'a scenario cannot use the data set %s outside of its scenario directory',
    async (path) => {
      write('secret.yaml', 'lists: []\n')
      write('own/fixtures/a.yaml', '')
      symlinkSync(join(parent, 'secret.yaml'), join(folder, 'fixtures/link.yaml'))
      symlinkSync(parent, join(folder, 'fixtures/linked'))
      write('own/mine.yaml', `name: mine\ndescription: M.\nfixtures: [${path}]\n`)
      const call = await serve()
      expect((await make(call, 'mine')).body.errors[0].message).toBe(
        `${folder}/mine.yaml:3: fixtures/0 must be a file below fixtures/, but there is no ${path} in it`,
      )
    },
  )

  test('a scenario cannot use data sets if the folder fixtures is a link to another place', async () => {
    write('data/people.yaml', 'lists: []\n')
    symlinkSync(join(parent, 'data'), join(folder, 'fixtures'))
    write('own/mine.yaml', 'name: mine\ndescription: M.\nfixtures: [people.yaml]\n')
    const call = await serve()
    expect((await make(call, 'mine')).status).toBe(422)
  })

  test('a server does not start with a scenario directory that does not exist', async () => {
    await expect(startServer({ scenarioDir: join(parent, 'nowhere') })).rejects.toThrow('There is no folder')
  })
})
