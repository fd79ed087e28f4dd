import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { compiledScenarios } from '../../src/service/scenarios/read/compiled-scenarios.ts'
import { compileScenarios } from '../../src/service/scenarios/read/compile-scenarios.ts'
import { scenarioFolder } from '../../src/service/scenarios/read/scenario-folder.ts'
import { buildWorld, buildWorldFrom } from '../../src/service/scenarios/scenarios.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { shownCounts } from '../../src/service/rules/list-reports/stats.ts'
import { members } from '../../src/service/model/members/member.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { transact } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { mock } from '../mock.ts'
import {
  build,
  bytes,
  readWorld,
  scenarioNamedMine,
  removeFolders,
  ROOT,
  temporaryFolder,
  worldOptions,
} from './scenario-world.ts'

const SHIPPED = [
  'batch-lifecycle',
  'big-audience',
  'domain-verification',
  'double-opt-in',
  'empty',
  'flaky',
  'hostile',
  'newsletter',
  'newsletter-live',
  'oauth-expiry',
  'shop',
  'shop-live',
  'starter',
  'throttled',
  'webhooks',
  'welcome-series',
]

afterEach(removeFolders)

describe('the shipped scenarios', () => {
  test('the shipped scenarios are the sixteen that are listed here', async () => {
    expect(await scenarioFolder(ROOT).names()).toEqual(SHIPPED)
  })

  test.each(SHIPPED)('the scenario %s is identical byte for byte each time it is built', async (name) => {
    const first = await buildWorld(worldOptions(name))
    const second = await buildWorldFrom(scenarioFolder(ROOT), worldOptions(name))
    expect(second.tables).not.toBe(first.tables)
    expect(bytes(second) === bytes(first)).toBe(true)
  })

  test.each(SHIPPED)('the counts of the scenario %s match its members', async (name) => {
    const world = await buildWorld(worldOptions(name))
    readWorld(world, (tx) => {
      for (const list of tx.range(lists.key).all()) {
        const counts = shownCounts(tx, list)
        for (const status of ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'] as const) {
          expect([list.name, status, counts[status]]).toEqual([
            list.name,
            status,
            tx.range(members.byStatus, { list_id: list.id, status }).count,
          ])
        }
        const latest = tx
          .range(members.byStatus, { list_id: list.id, status: 'subscribed' })
          .all()
          .map((member) => member.status_at)
        expect(counts.last_sub_date).toBe(latest.reduce((a, b) => Math.max(a, b), 0))
      }
    })
  })

  test('the shipped scenarios are not changed by compiling', async () => {
    const folder = temporaryFolder()
    for (const { path, text } of await compileScenarios(ROOT)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const source = compiledScenarios(folder)
    expect(await source.names()).toEqual(SHIPPED)
    for (const name of SHIPPED) {
      const compiled = await buildWorldFrom(source, worldOptions(name))
      expect(bytes(compiled) === bytes(await buildWorld(worldOptions(name)))).toBe(true)
      expect(compiled.settings).toEqual((await buildWorld(worldOptions(name))).settings)
    }
    await expect(buildWorldFrom(source, worldOptions('no-such'))).rejects.toThrow(
      'There is no scenario "no-such". There are: batch-lifecycle, big-audience,',
    )
  })

  test.each(SHIPPED)('the scenario %s contains nothing later than its starting instant', async (name) => {
    const world = await buildWorld(worldOptions(name))
    const odd = readWorld(world, (tx) =>
      tx
        .range(members.key)
        .all()
        .filter(({ created_at, status_at, last_changed, timestamp_opt, timestamp_signup }) => {
          return Math.max(created_at, status_at, last_changed, timestamp_opt, timestamp_signup) > tx.now || status_at < created_at
        }),
    )
    expect(odd).toEqual([])
  })
})

describe('other shipped scenarios', () => {
  test('the scenario empty has an account and nothing else', async () => {
    const { call } = mock({ scenario: 'empty' })
    expect((await call('GET /_control/worlds/default')).body.counts).toEqual({ account: 1 })
    expect((await call('GET /3.0/')).body).toMatchObject({ account_name: 'Acme', total_subscribers: 0 })
  })

  test('the scenario throttled is the starter with slow calls', async () => {
    const [throttled, starter] = [await buildWorld(worldOptions('throttled')), await buildWorld(worldOptions('starter'))]
    expect(bytes(throttled)).toBe(bytes(starter))
    expect(throttled.settings).toEqual({ ...starter.settings, service_time: 50 })
  })

  test('the scenario big-audience has a hundred thousand members in every status', async () => {
    const { call } = mock({ scenario: 'big-audience' })
    const { body } = await call('GET /3.0/lists/b16b16b16b/members?count=3&offset=90000')
    expect(body.members).toHaveLength(3)
    expect(body.total_items).toBeGreaterThan(98_500)
    const { body: list } = await call('GET /3.0/lists/b16b16b16b?include_total_contacts=true')
    expect(list.stats).toMatchObject({ total_contacts: 100_000 })
    expect(list.stats.member_count / 1000).toBeCloseTo(88, 0)
  })
})

describe('worlds of the same scenario', () => {
  test('worlds of the same scenario share its data until one of them writes, which does not change the other', async () => {
    const source = scenarioFolder(ROOT)
    const [one, other] = await Promise.all([
      buildWorldFrom(source, worldOptions('starter')),
      buildWorldFrom(source, worldOptions('starter', { id: 'v' })),
    ])
    expect(other.tables).toBe(one.tables)
    const before = bytes(one)
    const { world } = transact(other, rules, (tx) => {
      for (const member of tx.range(members.key).all()) tx.put(members, { ...member, vip: !member.vip })
      for (const list of tx.range(lists.key).all()) tx.remove(lists, list)
      makeList(tx, { name: 'Another' })
    })
    expect(bytes(world)).not.toBe(before)
    expect(bytes(one)).toBe(before)
    expect(bytes(other)).toBe(before)
    expect(bytes(await buildWorldFrom(source, worldOptions('starter', { id: 'u' })))).toBe(before)
  })

  test('the rows of a world from a scenario are immutable', async () => {
    const world = await buildWorld(worldOptions('big-audience'))
    const row = readWorld(world, (tx) => tx.range(members.key).first())
    expect(Object.isFrozen(row)).toBe(true)
    expect(Object.isFrozen(row?.merge_fields)).toBe(true)
    expect(Object.isFrozen(row?.location)).toBe(true)
  })

  test('worlds of the same scenario use their seed for later events, not for the initial data', async () => {
    const [one, other] = [
      await buildWorld(worldOptions('starter', { seed: 'a' })),
      await buildWorld(worldOptions('starter', { seed: 'b' })),
    ]
    expect(bytes(other)).toBe(bytes(one))
    const idIn = (world: WorldState) => transact(world, rules, (tx) => makeList(tx, { name: 'New' }).id).result
    expect(idIn(one)).not.toBe(idIn(other))
    expect(idIn(one)).toBe(idIn(await buildWorld(worldOptions('starter', { seed: 'a' }))))
    expect([one.seed, (await buildWorld(worldOptions('starter'))).seed]).toEqual(['a', 'starter'])
  })

  test('worlds of the same scenario resolve relative instants against their own start', async () => {
    const { call } = mock({ scenario: 'starter', now: '2030-06-01T12:00:00Z' })
    const { body } = await call('GET /3.0/lists/aaaaaaaaaa/members/peggy@hooli.test')
    expect(body).toMatchObject({ timestamp_opt: '2030-06-01T10:00:00+00:00', last_changed: '2030-06-01T10:00:00+00:00' })
  })

  test('worlds of the same scenario have the same initial data whatever their settings', async () => {
    const settings = { stats_cache: 'PT0S', caller_address: '192.0.2.7', list_required: 'name' } as const
    const world = await buildWorld(worldOptions('starter', { settings }))
    expect(world.settings).toMatchObject(settings)
    expect(bytes(world)).toBe(bytes(await buildWorld(worldOptions('starter'))))
  })
})

describe('a new world', () => {
  test('a new world is frozen at the instant of its scenario, with the default settings of the contract', async () => {
    const world = await build(scenarioNamedMine('clock: { now: 2024-02-29T10:00:00+02:00 }'))
    expect(world.clock).toEqual({ now: Date.UTC(2024, 1, 29, 8), mode: 'frozen', rate: 0 })
    expect(world.started_at).toBe(world.clock.now)
    expect(world.settings).toMatchObject({ credentials: 'known', stats_cache: 'PT5M', connections: 10, max_lists: -1 })
    expect((await buildWorld(worldOptions('empty'))).clock.now).toBe(Date.UTC(2026, 0, 15, 9))
  })

  test.each([
    ['clock: { mode: scaled, rate: 10 }', {}, { mode: 'scaled', rate: 10 }],
    ['clock: { mode: scaled }', {}, { mode: 'scaled', rate: 60 }],
    ['clock: { mode: scaled, rate: 10 }', { clock: { mode: 'frozen', rate: 0 } }, { mode: 'frozen', rate: 0 }],
    ['', { now: '2025-01-01T00:00:00Z' }, { now: Date.UTC(2025, 0, 1) }],
    ['clock: { now: 2024-01-01 }', { now: '2025-01-01' }, { now: Date.UTC(2025, 0, 1) }],
  ] as const)('a new world with %s and %j has the clock %j', async (yaml, more, clock) => {
    expect((await build(scenarioNamedMine(yaml), more)).clock).toMatchObject(clock)
  })

  describe('started by maildouble serve', () => {
    const defaultClock = { mode: 'realtime', rate: 1 } as const
    const now = Date.UTC(2024, 2, 1, 8)

    test.each([
      ['clock: { mode: frozen, now: 2024-03-01T08:00:00Z }', {}, { mode: 'frozen', rate: 0, now }],
      ['clock: { mode: scaled, rate: 10, now: 2024-03-01T08:00:00Z }', {}, { mode: 'scaled', rate: 10, now }],
      ['clock: { mode: realtime, now: 2024-03-01T08:00:00Z }', {}, { mode: 'realtime', rate: 1, now }],
      ['clock: { now: 2024-03-01T08:00:00Z }', {}, { mode: 'realtime', rate: 1, now }],
      ['clock: { mode: frozen }', {}, { mode: 'frozen', rate: 0, now: Date.UTC(2026, 0, 15, 9) }],
      [
        'clock: { mode: scaled, rate: 10, now: 2024-03-01T08:00:00Z }',
        { clock: { mode: 'frozen', rate: 0 } },
        { mode: 'frozen', rate: 0, now },
      ],
    ] as const)('a new world started by maildouble serve with %s and %j has the clock %j', async (yaml, more, clock) => {
      expect((await build(scenarioNamedMine(yaml), { defaultClock, ...more })).clock).toEqual(clock)
    })

    test.each([
      ['', {}],
      ['clock: { mode: frozen, now: 2024-03-01T08:00:00Z }', { clock: defaultClock }],
    ])("a new world started by maildouble serve with %j and %j shows the machine's time", async (yaml, more) => {
      const world = await build(scenarioNamedMine(yaml), { defaultClock, ...more })
      expect(world.clock).toMatchObject({ mode: 'realtime', rate: 1 })
      expect(world.clock.now).toBeGreaterThan(Date.UTC(2026, 0, 16))
    })
  })

  test("a new world in real time starts at the machine's time", async () => {
    const world = await build(scenarioNamedMine('clock: { mode: realtime }\nlists: [{ name: News, date_created: -P1D }]'))
    expect(world.clock).toMatchObject({ mode: 'realtime', rate: 1 })
    expect(world.clock.now).toBeGreaterThan(Date.UTC(2026, 0, 16))
    const [list] = readWorld(world, (tx) => tx.range(lists.key).all())
    expect(list?.date_created).toBe(Math.floor(world.clock.now / 1000) - 86_400)
  })

  test('a new world with a malformed instant is rejected', async () => {
    await expect(buildWorld(worldOptions('empty', { now: 'tomorrow' }))).rejects.toThrow('"tomorrow" is not an instant.')
  })

  test('a new world has its own credentials unless they are given', async () => {
    const [one, other] = [await buildWorld(worldOptions('empty')), await buildWorld(worldOptions('empty', { id: 'v' }))]
    expect(one.credentials.api_key).toMatch(/^[0-9a-f]{32}-dc1$/)
    expect(
      new Set([one, other].flatMap(({ credentials }) => [credentials.api_key, credentials.client_id, credentials.client_secret]))
        .size,
    ).toBe(6)
    const given = { api_key: 'abc-us7', oauth: { client_id: 'app', client_secret: 's', redirect_uri: 'http://localhost/cb' } }
    expect((await buildWorld(worldOptions('empty', given))).credentials).toEqual({
      api_key: 'abc-us7',
      dc: 'us7',
      ...given.oauth,
    })
  })
})
