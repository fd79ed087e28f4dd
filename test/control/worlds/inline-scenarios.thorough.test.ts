import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ownScenarios } from '../../../src/service/scenarios/read/own-scenarios.ts'
import { digestWorld } from '../../../src/kernel/world/rows.ts'
import { mock } from '../../mock.ts'
import { handleOf, replay, bundleOf, newWorld, contentsOf, NEW_LIST } from '../bundles/bundle-world.ts'
import { removeFolders, temporaryFolder } from '../../scenarios/scenario-world.ts'

afterEach(removeFolders)

const SHOP = {
  name: 'shop',
  description: 'A list with two members, an outage, and a member who leaves.',
  clock: { now: '2026-03-01T08:00:00Z' },
  lists: [
    {
      id: '1a0c500001',
      name: 'Customers',
      members: [
        { email_address: 'ada@acme.test', status: 'subscribed', created_at: '-P30D', tags: ['vip'] },
        { email_address: 'bob@acme.test', status: 'pending' },
      ],
    },
  ],
  outages: { sale: [{ effect: { problem: { preset: 'TooManyRequests' } } }] },
  timeline: [{ at: 'PT10M', trigger: 'member.unsubscribe', with: { list_id: '1a0c500001', email_address: 'ada@acme.test' } }],
}

const SHOP_TEXT = `# The customers of a shop.
name: shop
description: A list with two members, an outage, and a member who leaves.
clock: { now: 2026-03-01T08:00:00Z }
lists:
  - id: 1a0c500001
    name: Customers
    members:
      - { email_address: ada@acme.test, status: subscribed, created_at: -P30D, tags: [vip] }
      - { email_address: bob@acme.test, status: pending }
outages: { sale: [{ effect: { problem: { preset: TooManyRequests } } }] }
timeline:
  - { at: PT10M, trigger: member.unsubscribe, with: { list_id: 1a0c500001, email_address: ada@acme.test } }
`

const HEAD = 'name: mine\ndescription: Mine.\n'

/** A server with a folder of scenarios. */
async function serverWith(files: { readonly [path: string]: string }) {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'fixtures'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return mock({}, { scenarios: await ownScenarios(folder) })
}

/** Sends a scenario that has mistakes, and expects that it makes no world. */
async function refused(scenario_inline: unknown, server = mock()) {
  const { status, body } = await server.call('POST /_control/worlds', { scenario_inline })
  expect(status).toBe(422)
  expect((await server.call('GET /_control/worlds')).body.worlds).toHaveLength(1)
  return body
}

describe('createWorld with scenario_inline', () => {
  test.each([
    ['an object', SHOP],
    ['YAML', SHOP_TEXT],
    ['JSON in a text', JSON.stringify(SHOP)],
  ])('a scenario can be given inline as %s, and its world has the name, the clock and the data', async (_, scenario_inline) => {
    const server = mock()
    const { status, body } = await server.call('POST /_control/worlds', { id: 'mine', credentials: 'any', scenario_inline })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      scenario: 'shop',
      seed: 'shop',
      now: '2026-03-01T08:00:00.000Z',
      counts: { lists: 1, members: 2 },
    })
    const listed = (await server.call('GET /_control/worlds')).body.worlds.map(({ scenario }: typeof body) => scenario)
    expect(listed).toEqual(['empty', 'shop'])
    await server.call('POST /_control/worlds/mine/clock/advance', { by: 'PT10M' })
    const member = await server.call('GET /_worlds/mine/3.0/lists/1a0c500001/members/ada@acme.test')
    expect(member.body.status).toBe('unsubscribed')
  })

  test('the same scenario in a file, in an inline text and in an object gives the same rows', async () => {
    const server = await serverWith({ 'shop.yaml': SHOP_TEXT })
    await server.call('POST /_control/worlds', { id: 'file', scenario: 'shop' })
    await server.call('POST /_control/worlds', { id: 'text', scenario_inline: SHOP_TEXT })
    await server.call('POST /_control/worlds', { id: 'object', scenario_inline: SHOP })
    const digests = ['file', 'text', 'object'].map((id) => digestWorld(handleOf(server, id).world))
    expect(new Set(digests).size).toBe(1)
  })

  test('two servers make the same bytes from the same inline scenario and seed', async () => {
    const made = async () => {
      const server = mock()
      const world = await newWorld(server, { id: 'mine', scenario: undefined, scenario_inline: SHOP_TEXT, seed: '7' })
      const { text } = await world.service('POST /3.0/lists', NEW_LIST)
      return { text, contents: contentsOf(server, 'mine') }
    }
    expect(await made()).toEqual(await made())
  })

  test('worlds of equal inline scenarios share their rows until they write', async () => {
    const server = mock()
    await server.call('POST /_control/worlds', { id: 'one', scenario_inline: SHOP })
    await server.call('POST /_control/worlds', { id: 'two', scenario_inline: SHOP })
    expect(handleOf(server, 'one').world.tables).toBe(handleOf(server, 'two').world.tables)
  })

  test('many different inline scenarios without data are served one after the other', async () => {
    const server = mock()
    for (let n = 0; n < 300; n++) {
      const { status } = await server.call('POST /_control/worlds', {
        id: 'same',
        scenario_inline: { name: `n${n}`, description: 'N.' },
      })
      expect(status).toBe(201)
      await server.call('DELETE /_control/worlds/same')
    }
  })

  test('an inline scenario extends the scenarios of the server and loads the data sets of its folder, with the settings there', async () => {
    const server = await serverWith({
      'base.yaml': 'name: base\ndescription: Base.\nlists: [{ name: Base }]',
      'settings.yaml': 'max_lists: 7',
      'fixtures/more.yaml': 'lists: [{ name: More }]',
    })
    for (const extended of ['extends: base', 'extends: empty']) {
      const { body } = await server.call('POST /_control/worlds', {
        id: 'mine',
        scenario_inline: `${HEAD}${extended}\nfixtures: [more.yaml]`,
      })
      expect(body.counts.lists).toBe(extended === 'extends: base' ? 2 : 1)
      expect((await server.call('GET /_control/worlds/mine/settings')).body.max_lists).toBe(7)
      await server.call('DELETE /_control/worlds/mine')
    }
  })

  test('a mistake in an inline text is answered with its line and column', async () => {
    const body = await refused(
      `${HEAD}lists:\n  - name: News\n    members:\n      - email_address: ada@acme.test\n        status: gone\n  - nam: More\n`,
    )
    expect(body.errors).toEqual([
      {
        pointer: '/scenario_inline',
        line: 7,
        column: 9,
        message: expect.stringMatching(/^line 7, column 9: lists\/0\/members\/0\/status must be one of: subscribed/),
      },
      {
        pointer: '/scenario_inline',
        line: 8,
        column: 5,
        message: 'line 8, column 5: lists/1/name: Required field is missing: name.',
      },
      { pointer: '/scenario_inline', line: 8, column: 5, message: expect.stringContaining('Did you mean name?') },
    ])
    expect(body.detail).toContain('/scenario_inline: line 7, column 9: lists/0/members/0/status must be one of')
  })

  test('a mistake in an inline object is answered with its pointer', async () => {
    const body = await refused({
      name: 'mine',
      description: 'Mine.',
      lists: [{ name: 'News', members: [{ email_address: 'ada@acme.test', status: 'gone' }] }],
    })
    expect(body.errors).toEqual([
      { pointer: '/scenario_inline/lists/0/members/0/status', message: expect.stringMatching(/^must be one of: subscribed/) },
    ])
  })

  test('mistakes in the data of an inline scenario are all named, each with its place', async () => {
    const list = { name: 'News', members: [{ email_address: 'ada@acme.test', status: 'subscribed', interests: ['None'] }] }
    const body = await refused({ name: 'mine', description: 'Mine.', lists: [list, list] })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/scenario_inline/lists/0/members/0/interests/0',
      '/scenario_inline/lists/1/members/0/interests/0',
    ])
  })

  test('a mistake in a file that an inline scenario extends names the file', async () => {
    const server = await serverWith({ 'base.yaml': 'name: base\ndescription: Base.\nlists: [{}]' })
    const { errors } = await refused(`${HEAD}extends: base\n`, server)
    expect(errors).toEqual([
      { pointer: '/scenario_inline', message: expect.stringMatching(/base\.yaml:3: lists\/0\/name: Required field/) },
    ])
  })

  test('an inline scenario that extends an unknown one lists the existing ones', async () => {
    const { errors } = await refused({ name: 'mine', description: 'Mine.', extends: 'startr' })
    expect(errors).toEqual([{ pointer: '/scenario_inline/extends', message: expect.stringContaining('Did you mean starter?') }])
  })

  /** Nine aliases of nine aliases of nine aliases ... */
  const bomb = 'bcdefghij'
    .split('')
    .reduce(
      (text, name, i) => `${text}${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(', ')}]\n`,
      'a: &a [x, x, x]\n',
    )

  test.each([
    ['aliases that expand too much', bomb, 'has too many aliases'],
    ['nested brackets', '['.repeat(100_000), 'is nested deeper than 64 levels'],
    ['too many values', '- a\n'.repeat(600_000), 'is too large'],
    ['a custom tag', 'name: !!js/function a', 'Unresolved tag'],
    ['a path that leaves the folder', `${HEAD}fixtures: [../../../etc/passwd.yaml]`, 'must be a file below fixtures/'],
    ['nothing', '', 'must be an object, but it is null.'],
    ['broken YAML', 'name: [', 'line 1, column 8'],
  ])('an inline text with %s is refused', async (_, text, message) => {
    expect((await refused(text)).errors[0].message).toContain(message)
  })

  test('an inline object with too many values is refused', async () => {
    const { errors } = await refused({ name: 'mine', description: 'Mine.', lists: Array(600_000).fill(1) })
    expect(errors[0].message).toContain('is too large')
  })

  test('an inline scenario of more than 25 MiB is refused, as a text and as an object', async () => {
    const description = 'x'.repeat(25 * 1024 * 1024)
    expect((await refused(`name: mine\ndescription: ${description}`)).errors[0].pointer).toBe('/scenario_inline')
    expect((await refused({ name: 'mine', description })).errors[0].message).toContain('is longer than 26214400 characters')
  })

  test('an inline object with too many keys is refused', async () => {
    const { errors } = await refused({
      name: 'mine',
      description: 'Mine.',
      lists: Array.from({ length: 50_001 }, () => ({ k: 1 })),
    })
    expect(errors[0].message).toContain('there are more than 50000 keys in it')
  })

  test('a body of more than 50 MiB without a bundle is refused before it is parsed', async () => {
    const raw = `{"scenario_inline": "${'x'.repeat(50 * 1024 * 1024)}`
    const { status, body } = await mock().call('POST /_control/worlds', undefined, { raw })
    expect([status, body.detail]).toEqual([413, expect.stringContaining('is larger than 52428800 bytes, and has no bundle')])
  })

  test.each([[[]], [7], [null], [true]])('an inline scenario that is %j is refused', async (scenario_inline) => {
    expect((await refused(scenario_inline)).errors[0].pointer).toBe('/scenario_inline')
  })

  test('a member named __proto__ in an inline object is an unknown member', async () => {
    const raw = '{"scenario_inline": {"name": "mine", "description": "M.", "__proto__": {"valid": true}}}'
    const { status, body } = await mock().call('POST /_control/worlds', undefined, { raw })
    expect([status, body.errors[0].pointer]).toEqual([422, '/scenario_inline/__proto__'])
  })

  test('a name and an inline scenario together are refused', async () => {
    const { status, body } = await mock().call('POST /_control/worlds', { scenario: 'starter', scenario_inline: SHOP })
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '/scenario_inline', message: 'is a scenario, and /scenario names another one; give only one of them.' }],
    ])
  })

  test('a world begins in an outage of its inline scenario, and a reset returns to it', async () => {
    const server = mock()
    const { body } = await server.call('POST /_control/worlds', {
      id: 'mine',
      credentials: 'any',
      scenario_inline: SHOP,
      outage: 'sale',
    })
    expect(body.scenario).toBe('shop')
    const status = async () => (await server.call('GET /_worlds/mine/3.0/lists')).status
    expect(await status()).toBe(429)
    await server.call('DELETE /_control/worlds/mine/outages/sale')
    expect(await status()).toBe(200)
    await server.call('POST /_control/worlds/mine/reset')
    expect(await status()).toBe(429)
  })
})

describe('a world of an inline scenario', () => {
  test('a world, its snapshots and its fork return to the inline scenario', async () => {
    const server = mock()
    const world = await newWorld(server, { id: 'mine', scenario: undefined, scenario_inline: SHOP })
    const begun = digestWorld(handleOf(server, 'mine').world)
    await world.control('POST /snapshots', { name: 'start' })
    await world.service('DELETE /3.0/lists/1a0c500001')
    await server.call('POST /_control/worlds/mine/fork', { id: 'fork' })
    await world.control('POST /snapshots/start/restore')
    expect(digestWorld(handleOf(server, 'mine').world)).toBe(begun)
    await server.call('POST /_control/worlds/fork/reset')
    expect(digestWorld(handleOf(server, 'fork').world)).toBe(begun)
    expect((await server.call('GET /_control/worlds/fork')).body.scenario).toBe('shop')
  })

  test('the bundle of a world with an inline scenario replays on a server that lacks what it extends', async () => {
    const server = await serverWith({
      'base.yaml': 'name: base\ndescription: Base.\nextends: starter\nlists: [{ id: 1a0c500009, name: Base }]',
      'fixtures/more.yaml': 'lists: [{ name: More, members: [{ email_address: eve@acme.test, status: subscribed }] }]',
      'settings.yaml': 'max_lists: 9',
    })
    const text = `${HEAD}extends: base\nfixtures: [more.yaml]\ngenerate: { members: [{ list: 1a0c500009, members: { count: 20 } }] }`
    const world = await newWorld(server, { id: 'mine', scenario: undefined, scenario_inline: text })
    await world.service('POST /3.0/lists', NEW_LIST)
    const bundle = await bundleOf(world)
    expect(bundle.origin).toMatchObject({ scenario: 'mine', scenario_inline: { name: 'mine' } })
    expect(bundle.origin.scenario_inline).not.toHaveProperty('extends')
    const again = await replay(JSON.parse(JSON.stringify(bundle)))
    expect(again.replay.differences).toEqual([])
    expect(contentsOf(again.server, 'mine')).toEqual(contentsOf(server, 'mine'))
    await again.control('POST /reset')
    await world.control('POST /reset')
    expect(digestWorld(handleOf(again.server, 'mine').world)).toBe(digestWorld(handleOf(server, 'mine').world))
    expect(JSON.stringify(await bundleOf(again))).toBe(JSON.stringify(await bundleOf(world)))
  })

  test('a bundle with an invalid inline scenario is refused with its place', async () => {
    const world = await newWorld(mock(), { id: 'mine', scenario: undefined, scenario_inline: SHOP })
    const bundle = await bundleOf(world)
    const refusedOn = async (scenario_inline: unknown) => {
      const changed = { ...bundle, origin: { ...bundle.origin, scenario_inline } }
      const { status, body } = await mock().call('POST /_control/worlds', { bundle: changed })
      return [status, body.errors[0].pointer]
    }
    expect(await refusedOn({ ...SHOP, lists: 7 })).toEqual([422, '/bundle/origin/scenario_inline'])
    expect(await refusedOn({ ...SHOP, lists: [] })).toEqual([422, '/bundle/origin/digest'])
    expect(await refusedOn('name: shop')).toEqual([422, '/bundle/origin/scenario_inline'])
  })

  test('a call of a world with an inline scenario can be copied as a test that begins with it', async () => {
    const server = mock()
    const world = await newWorld(server, {
      id: 'mine',
      scenario: undefined,
      scenario_inline: { name: 'tiny', description: 'Tiny.' },
    })
    await world.service('GET /3.0/lists')
    const [call] = (await world.control('GET /requests')).body.requests
    const { body } = await world.control(`GET /requests/${call.id}/snippets`)
    expect(body.test).toMatch(/scenario_inline: \{\s+name: 'tiny',\s+description: 'Tiny.'/)
    expect(body.test).not.toContain("scenario: 'tiny'")
  })
})
