import { resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { errorCatalogue, routes } from '../../src/kernel/contract/service.ts'
import { routes as publicRoutes } from '../../src/kernel/contract/public.ts'
import { entities } from '../../src/server/control/words/entities.ts'
import { webhookEvents } from '../../src/service/model/deliveries/delivery.ts'
import { tableNames } from '../../src/service/model/tables.ts'
import { shippedScenarios } from '../../src/service/scenarios/read/shipped-scenarios.ts'
import { createDouble } from '../../src/index.ts'
import { clientAndWorld } from './targets.ts'

/** The triggers, as a world lists them. */
async function triggerNames(): Promise<string[]> {
  await using double = await createDouble({ scenario: 'empty', log: () => {} })
  const { world } = await clientAndWorld(double)
  return (await world.triggers()).map(({ trigger }) => trigger)
}

const operations = [...routes, ...publicRoutes].map(({ id }) => id)

/** Places where an editor is asked for completions (`|`), and the names that the double knows. */
const places: readonly (readonly [code: string, names: () => readonly string[] | Promise<readonly string[]>])[] = [
  ["world.faults.add({ match: { operation: '|' }, effect: {} })", () => operations],
  ["world.requests.verify({ match: { operation: ['|'] } })", () => operations],
  ["world.requests.list({ operation: '|' })", () => operations],
  ["world.faults.add({ effect: { problem: { preset: '|' } } })", () => Object.keys(errorCatalogue)],
  ["world.state.table('|')", () => tableNames],
  ["world.diff({ table: '|' })", () => tableNames],
  ["world.changes({ table: '|' })", () => tableNames],
  ["world.why({ entity: '|', id: 'a' })", () => [...entities.map(({ word }) => word), 'request', 'delivery', 'job', 'change']],
  ["world.trigger('|')", triggerNames],
  ["world.trigger('member.bounce', { bounce: '|' })", () => ['hard', 'soft']],
  ["world.deliveries.waitFor({ event: '|' })", () => webhookEvents],
  ["world.events({ types: ['|'] })", () => ['request', 'transition', 'delivery', 'email', 'clock']],
  ["maildouble.worlds.create({ scenario: '|' })", () => shippedScenarios.names()],
  ["createDouble({ scenario: '|' })", () => shippedScenarios.names()],
]

/** Bodies in which an editor is asked for completions, and their members. */
const bodies: readonly (readonly [code: string, members: readonly string[]])[] = [
  ["world.post('/lists/a/webhooks', { | })", ['events', 'signing_enabled', 'sources', 'url']],
  ["world.post('/lists/a/webhooks', { url: 'https://app.test', | })", ['events', 'signing_enabled', 'sources']],
  ["world.patch('/batch-webhooks/a', { | })", ['enabled', 'signing_enabled', 'url']],
]

/** Single places in which an editor is asked for completions. */
const TRIGGER = "world.trigger('oauth.revoke', { | })"
const QUERY = "world.get('/lists/a/members/b/notes', { query: { | } })"
const QUERY_VALUE = "world.get('/lists/a/members/b/notes', { query: { sort_dir: '|' } })"
const FIELDS = "world.get('/lists', { query: { fields: ['|'] } })"

/** All of them are in one file, so that its types are found once. */
const CODES = [...[...places, ...bodies].map(([code]) => code), TRIGGER, QUERY, QUERY_VALUE, FIELDS]

const ROOT = resolve(import.meta.dirname, '../..')
const FILE = resolve(ROOT, 'test/client/completed.ts')
const GIVEN = [
  "import type { Maildouble, World } from '../../src/kit/client/index.ts'",
  "import type { createDouble as create } from '../../src/index.ts'",
  'declare const world: World, maildouble: Maildouble, createDouble: typeof create',
]

let completions: (code: string) => string[]
beforeAll(() => {
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const text = [...GIVEN, ...CODES.map((code) => code.replace('|', ''))].join('\n')
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '0',
    getScriptSnapshot: (file) => {
      const source = file === FILE ? text : ts.sys.readFile(file)
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source)
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
  })
  completions = (code) => {
    const before = [...GIVEN, ...CODES.slice(0, CODES.indexOf(code)).map((each) => each.replace('|', '')), code].join('\n')
    return (
      service.getCompletionsAtPosition(FILE, before.indexOf('|', GIVEN.join('\n').length), {})?.entries.map(({ name }) => name) ??
      []
    )
  }
})

test.each(places)('an editor completes %s with what the double knows, and nothing else', async (code, names) => {
  expect(completions(code).toSorted()).toEqual([...(await names())].toSorted())
})

test('an editor completes the members of a trigger by its name', () => {
  const members = completions(TRIGGER)
  expect(members).toEqual(['access_token'])
})

test.each(bodies)('an editor completes %s with the members of the body, and nothing else', (code, members) => {
  expect(completions(code).toSorted()).toEqual(members)
})

test('an editor completes the query of a call with the parameters of its path, and nothing else', () => {
  const paging = ['count', 'exclude_fields', 'fields', 'offset', 'sort_dir', 'sort_field']
  expect(completions(QUERY).toSorted()).toEqual(paging)
  expect(completions(QUERY_VALUE)).toEqual(['ASC', 'DESC'])
})

test('an editor completes fields by the path', () => {
  expect(completions(FIELDS)).toEqual(expect.arrayContaining(['total_items', 'lists.id', 'lists.stats.member_count']))
})
