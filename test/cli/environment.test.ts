import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { program } from '../../src/kit/cli/program.ts'
import { misspelledVariables } from '../../src/kit/cli/serve/misspelled-variables.ts'
import { settingsPage } from '../../build/settings-page.mjs'
import { documents } from '../../src/kernel/contract/documents.ts'
import { settingsFrom } from '../../src/kit/cli/serve/serve.ts'
import { settings } from '../../src/kernel/contract/settings.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { createDouble } from '../../src/index.ts'
import { optionVariables } from './option-variables.ts'

const reference = settingsPage(await documents.control())

test('settings from the environment are read by their names in capitals and converted to their types', async () => {
  expect(await settingsFrom({ MAILDOUBLE_SERVICE_TIME: '50', MAILDOUBLE_LIST_REQUIRED: 'name', PATH: '/bin' })).toEqual({
    service_time: 50,
    list_required: 'name',
  })
  expect(await settingsFrom({ MAILDOUBLE_SERVICE_TIME: '' })).toEqual({})
})

test('settings from the environment accept ISO 8601 durations, milliseconds and several at once', async () => {
  const environment = {
    MAILDOUBLE_BATCH_PHASE: 'PT1S',
    MAILDOUBLE_BATCH_OPERATION: '20',
    MAILDOUBLE_SERVICE_TIME: 'PT0.05S',
    MAILDOUBLE_WEBHOOKS_RETRIES: 'PT5S,60000',
    MAILDOUBLE_WEBHOOKS_SIGNING: 'on',
    MAILDOUBLE_VERIFIED_DOMAIN_DELETE_STATUS: '204',
  }
  expect(await settingsFrom(environment)).toEqual({
    'batch.phase': 'PT1S',
    'batch.operation': 20,
    service_time: 'PT0.05S',
    'webhooks.retries': ['PT5S', 60_000],
    'webhooks.signing': 'on',
    verified_domain_delete_status: 204,
  })
})

test('settings from the environment accept every documented variable', async () => {
  const named = reference.match(/MAILDOUBLE_[A-Z_]+/g) ?? []
  expect(named).toHaveLength(Object.keys(settings).length)
  // The vocabulary is in a file, which the option of `serve` with the same variable reads.
  expect(await settingsFrom({ MAILDOUBLE_VOCABULARY: '{}' })).toEqual({})
  // Any text is a list of one, and `{}` is an object.
  const accepting = new Set([
    'MAILDOUBLE_VOCABULARY',
    'MAILDOUBLE_REFUSED_ADDRESSES_LOOKS_FAKE',
    'MAILDOUBLE_REFUSED_ADDRESSES_MANY_LISTS',
    'MAILDOUBLE_BATCH_PHASES',
    'MAILDOUBLE_SERVICE_TIMES_OPERATIONS',
  ])
  for (const name of named.filter((each) => !accepting.has(each)))
    await expect(settingsFrom({ [name]: '{}' })).rejects.toThrow(`${name}={} cannot be used.`)
})

test('settings from the environment can be objects in JSON', async () => {
  const times = '{"getLists":{"row":"PT0.02S"}}'
  expect(await settingsFrom({ MAILDOUBLE_SERVICE_TIMES_OPERATIONS: times, MAILDOUBLE_SERVICE_TIMES_CLOCK: 'world' })).toEqual({
    'service_times.operations': JSON.parse(times),
    'service_times.clock': 'world',
  })
})

test.each([
  [
    { MAILDOUBLE_SERVICE_TIMES_OPERATIONS: '{"getListz":{}}' },
    'MAILDOUBLE_SERVICE_TIMES_OPERATIONS={"getListz":{}} cannot be used. There is no value getListz here. Did you mean getList or getLists?',
  ],
  [
    { MAILDOUBLE_SERVICE_TIME: 'long' },
    'MAILDOUBLE_SERVICE_TIME=long cannot be used. Value must be an ISO 8601 duration such as PT5M.',
  ],
  [{ MAILDOUBLE_BATCH_PHASE: '-1' }, 'MAILDOUBLE_BATCH_PHASE=-1 cannot be used. Value must be at least 0.'],
  [{ MAILDOUBLE_LIST_REQUIRED: 'nothing' }, 'MAILDOUBLE_LIST_REQUIRED=nothing cannot be used. Value must be one of: full, name.'],
  [{ MAILDOUBLE_CONNECTIONS: '-1' }, 'MAILDOUBLE_CONNECTIONS=-1 cannot be used. Value must be at least 0.'],
  [
    { MAILDOUBLE_STATS_CACHE: '5 minutes' },
    'MAILDOUBLE_STATS_CACHE=5 minutes cannot be used. Value must be an ISO 8601 duration such as PT5M.',
  ],
])('settings from the environment with invalid values are rejected by name: %j', async (environment, message) => {
  await expect(settingsFrom(environment)).rejects.toThrow(message)
})

test('no variable of a world means something else to serve, and the token means the same', async () => {
  await using double = await createDouble({ controlToken: 'secret' })
  const world = await connect(double).worlds.get()
  const serve = program().commands.filter((command) => command.name() === 'serve')
  const taken = [
    ...serve.flatMap(optionVariables),
    ...Object.keys(settings).map((name) => `MAILDOUBLE_${name.toUpperCase().replaceAll('.', '_')}`),
  ]
  expect(Object.keys(world.variables).filter((name) => taken.includes(name))).toEqual(['MAILDOUBLE_CONTROL_TOKEN'])
})

describe('variables with misspelled names', () => {
  const pages = [readFileSync('docs/running.md', 'utf8'), reference]
  const documented = [...optionVariables(), ...pages.flatMap((text) => text.match(/MAILDOUBLE_[A-Z_]*[A-Z]/g) ?? [])]
  const warningsAbout = (name: string) =>
    misspelledVariables({ [name]: 'x', PATH: '/bin' }, ['MAILDOUBLE_CLOCK', 'MAILDOUBLE_REDIRECT_URI'])

  test.each([
    ['MAILDOUBLE_CLOKC', 'MAILDOUBLE_CLOKC is not read. Did you mean MAILDOUBLE_CLOCK?'],
    ['MAILDOUBLE_WEBHOOK_MODE', 'MAILDOUBLE_WEBHOOK_MODE is not read. Did you mean MAILDOUBLE_WEBHOOKS_MODE?'],
    ['MAILDOUBLE_REDIRECT_URL', 'MAILDOUBLE_REDIRECT_URL is not read. Did you mean MAILDOUBLE_REDIRECT_URI?'],
  ])('a misspelled variable causes a warning that names the variable meant: %s', (name, warning) => {
    expect(warningsAbout(name)).toEqual([warning])
  })

  test('a misspelled variable that resembles no other causes no warning', () => {
    expect(warningsAbout('MAILDOUBLE_REPLICAS_OF_TESTS')).toEqual([])
  })

  test('a documented variable causes no warning', () => {
    expect(documented.length).toBeGreaterThan(60)
    expect(documented.flatMap((name) => misspelledVariables({ [name]: 'x' }, documented))).toEqual([])
    expect(documented.filter((name) => /OAUTH_(?:CLIENT|REDIRECT)/.test(name)).flatMap(warningsAbout)).toEqual([])
  })
})
