import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { compiledScenarios } from '../../src/service/scenarios/read/compiled-scenarios.ts'
import { ScenarioError } from '../../src/service/scenarios/read/scenario-error.ts'
import { scenarioFolder } from '../../src/service/scenarios/read/scenario-folder.ts'
import type { ScenarioSource } from '../../src/service/scenarios/read/scenario-source.ts'
import { buildWorldFrom } from '../../src/service/scenarios/scenarios.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'
import { readAccount } from '../../src/service/model/root/account.ts'
import { mock } from '../mock.ts'
import { build, bytes, folderWith, readWorld, scenarioNamedMine, removeFolders, worldOptions } from './scenario-world.ts'

afterEach(removeFolders)

describe('combining scenario files', () => {
  test('a scenario inherits what it extends and loads, and adds its own data', async () => {
    const source = scenarioNamedMine(
      `extends: base
fixtures: [two.yaml, deep/three.yaml]
settings: { connections: 3 }
account: { account_name: Mine, contact: { city: Rome } }
lists: [{ name: Four }]`,
      {
        'scenarios/base.yaml': `name: base
description: Base.
seed: 42
clock: { now: 2020-01-01 }
settings: { connections: 5, service_time: 9 }
account: { account_name: Base, first_name: Basil, contact: { city: Oslo, company: Base } }
lists: [{ name: One }]`,
        'fixtures/two.yaml': 'account: { email: two@acme.test }\nlists: [{ name: Two }]',
        'fixtures/deep/three.yaml': 'lists: [{ name: Three }]',
      },
    )
    const world = await build(source)
    expect(world).toMatchObject({
      scenario: 'mine',
      seed: '42',
      clock: { now: Date.UTC(2020, 0, 1) },
      settings: { connections: 3, service_time: 9 },
    })
    expect(
      readWorld(world, (tx) =>
        tx
          .range(lists.byCreation)
          .all()
          .map((list) => list.name),
      ),
    ).toEqual(['One', 'Two', 'Three', 'Four'])
    expect(readWorld(world, readAccount)).toMatchObject({
      account_name: 'Mine',
      first_name: 'Basil',
      email: 'two@acme.test',
      contact: { city: 'Rome', company: 'Base' },
    })
  })

  test('generated lists have generated members', async () => {
    const world = await build(
      scenarioNamedMine(
        'generate:\n  lists:\n    - { count: 2, members: { count: 50, since: -P10D, statuses: { subscribed: 1, pending: 1 } } }',
      ),
    )
    const all = readWorld(world, (tx) => tx.range(lists.key).all())
    expect(all).toHaveLength(2)
    for (const list of all) {
      const [subscribed, pending] = readWorld(world, (tx) => {
        const count = (status: 'subscribed' | 'pending') => tx.range(members.byStatus, { list_id: list.id, status }).count
        return [count('subscribed'), count('pending')]
      })
      expect([subscribed + pending, subscribed > 10, pending > 10]).toEqual([50, true, true])
    }
    const addresses = readWorld(world, (tx) =>
      tx
        .range(members.key)
        .all()
        .map((member) => member.email_address),
    )
    expect(addresses.every((address) => /^[a-z]+\.[a-z]+\d+@[a-z-]+\.test$/.test(address))).toBe(true)
  })

  test('a numeric seed of a scenario equals the string of its digits', async () => {
    const generate =
      'generate: { members: [{ list: aaaaaaaaaa, members: { count: 20 } }] }\nlists: [{ id: aaaaaaaaaa, name: News }]'
    const [number, digits] = await Promise.all(
      ['42', "'42'"].map((seed) => build(scenarioNamedMine(`seed: ${seed}\n${generate}`))),
    )
    expect(number?.seed).toBe('42')
    expect(number && bytes(number)).toBe(digits && bytes(digits))
  })

  test('generated and written members can be on the same list', async () => {
    const source = scenarioNamedMine(`lists:
  - { id: aaaaaaaaaa, name: News, members: [{ email_address: ada@acme.test, status: subscribed }] }
generate:
  members: [{ list: aaaaaaaaaa, members: { count: 20 } }]`)
    const { call } = await served(source)
    expect((await call('GET /3.0/lists/aaaaaaaaaa')).body.stats).toMatchObject({ member_count: 21 })
    expect((await call('GET /3.0/lists/aaaaaaaaaa/members?offset=20')).body.members).toMatchObject([
      { email_address: 'ada@acme.test' },
    ])
  })

  test('a corrected scenario is read again', async () => {
    const source = scenarioNamedMine('lists: [{}]')
    await expect(build(source)).rejects.toThrow(ScenarioError)
    writeFileSync(join(source.root, 'scenarios/mine.yaml'), 'name: mine\ndescription: Mine.\nlists: [{ name: News }]')
    expect(readWorld(await build(source), (tx) => tx.range(lists.key).count)).toBe(1)
  })
})

/** A double whose world uses the given source. */
async function served(source: ScenarioSource) {
  const double = mock()
  const handle = await double.ready
  handle.world = await build(source, { id: 'default', base_url: 'http://maildouble.test', settings: { credentials: 'any' } })
  return double
}

describe('scenario names and paths stay inside their folder', () => {
  test.each(['../secret', '../../etc/passwd', '/etc/passwd', '..', '', '.', 'a\0b', 'x'.repeat(5000), '__proto__'])(
    'the scenario %j is not found',
    async (name) => {
      const source = folderWith({
        'secret.yaml': 'name: secret\ndescription: S.',
        'scenarios/mine.yaml': 'name: mine\ndescription: M.',
      })
      await expect(buildWorldFrom(source, worldOptions(name))).rejects.toThrow(/^There is no scenario ".*There are: mine\.$/s)
      await expect(buildWorldFrom(compiledScenarios(join(source.root, 'scenarios')), worldOptions(name))).rejects.toThrow(
        'There is no scenario',
      )
    },
  )

  test.each([
    '../secret.yaml',
    '../scenarios/mine.yaml',
    '/etc/hosts.yaml',
    'deep/../../secret.yaml',
    'link.yaml',
    'linked/secret.yaml',
    'gone.yaml',
    'a\\0b.yaml',
  ])('the fixture %s is not found', async (path) => {
    const source = scenarioNamedMine(`fixtures:\n  - "${path}"`, { 'secret.yaml': 'lists: []', 'fixtures/deep/.keep': '' })
    symlinkSync(join(source.root, 'secret.yaml'), join(source.root, 'fixtures/link.yaml'))
    symlinkSync(source.root, join(source.root, 'fixtures/linked'))
    await expect(build(source)).rejects.toThrow(
      'scenarios/mine.yaml:4: fixtures/0 must be a file below fixtures/, but there is no',
    )
  })

  test('a link to a scenario that stays inside the folder is followed', async () => {
    const source = scenarioNamedMine('fixtures: [link.yaml]', { 'fixtures/real.yaml': 'lists: [{ name: Real }]' })
    symlinkSync('real.yaml', join(source.root, 'fixtures/link.yaml'))
    expect(readWorld(await build(source), (tx) => tx.range(lists.key).count)).toBe(1)
  })

  test('a file that is not YAML is not a fixture', async () => {
    await expect(build(scenarioNamedMine('fixtures: [notes.txt]'))).rejects.toThrow(
      'fixtures/0 must be the path of a file below fixtures/ that ends in .yaml',
    )
  })

  test('a scenario must be named like its file', async () => {
    const source = folderWith({ 'scenarios/mine.yaml': '# comment\nname: yours\ndescription: M.' })
    await expect(build(source)).rejects.toThrow('scenarios/mine.yaml:2: name must be mine, as the file is called')
  })

  test('a scenario that extends an unknown one is an error that names it', async () => {
    await expect(build(scenarioNamedMine('extends: nobody'))).rejects.toThrow(
      'scenarios/mine.yaml:3: extends must be the name of a scenario, but there is no nobody. There are: mine.',
    )
  })

  test('a cycle of extends is an error', async () => {
    const source = scenarioNamedMine('extends: yours', { 'scenarios/yours.yaml': 'name: yours\ndescription: Y.\nextends: mine' })
    await expect(build(source)).rejects.toThrow(
      'scenarios/yours.yaml:3: extends must not lead back to itself: mine → yours → mine',
    )
  })

  test('a folder without scenarios is valid and has none', async () => {
    const source = scenarioFolder(join(tmpdir(), 'maildouble-is-not-here'))
    expect(await source.names()).toEqual([])
    await expect(build(source)).rejects.toThrow('There is no scenario "mine". There are none.')
  })
})
