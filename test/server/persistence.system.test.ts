import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createDouble } from '../../src/kit/double/create-double.ts'
import type { DoubleOptions } from '../../src/kit/double/options.ts'
import { dataFolder } from '../persistence/data-folder.ts'
import { builtProgram } from './program.ts'

const LIST = '/3.0/lists/aaaaaaaaaa'

/** A double without a socket that ends with the test. */
async function double(options: DoubleOptions) {
  const said: string[] = []
  const made = await createDouble({ clock: { mode: 'frozen', rate: 0 }, log: (message) => said.push(message), ...options })
  onTestFinished(() => made.stop())
  const call = async (line: string, body?: unknown) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const headers = { authorization: `Bearer ${made.apiKey}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await made.fetch(path, { method, headers, ...sent })
    return { status: answer.status, text: await answer.text() }
  }
  return { ...made, said, call }
}

/** A folder with a used world. */
async function usedFolder(options: DoubleOptions = {}) {
  const data = await dataFolder()
  const first = await double({ data, scenario: 'starter', ...options })
  await first.call(`PATCH ${LIST}`, { name: 'Kept' })
  await first.stop()
  return { data, file: join(data, 'worlds', 'default.json') }
}

test.each([
  [{ data: '/nowhere', store: 'redis://127.0.0.1' }, 'not both'],
  [{ worldTtl: 'P7D' }, 'requires --store'],
  [{ data: '/nowhere', worldTtl: 'P7D' }, 'requires --store'],
  [
    { store: 'redis://127.0.0.1', worldTtl: 'soon' },
    'must be a duration of at least a second, such as PT12H or P7D; "soon" is not',
  ],
  [{ store: 'redis://127.0.0.1', worldTtl: 10 }, 'must be a duration of at least a second'],
  [{ journalBytes: 1_000 }, 'must be a whole number of at least 1048576; 1000 is not'],
])('contradictory options of persistence are rejected: %o', async (options, why) => {
  await expect(createDouble(options)).rejects.toThrow(why)
})

test('a data folder continues without a scenario or with its own; other options apply to new worlds', async () => {
  const { data } = await usedFolder({ seed: 'first' })
  const second = await double({ data, seed: 'second', settings: { search_limit: 7 } })
  expect((await second.call(`GET ${LIST}?fields=name`)).text).toBe('{"name":"Kept"}')
  expect(JSON.parse((await second.call('GET /_control/settings')).text).search_limit).toBe(30)
  await second.stop()
  const third = await double({ data, scenario: 'starter' })
  expect((await third.call(`GET ${LIST}?fields=name`)).text).toBe('{"name":"Kept"}')
})

test('a data folder is rejected with a different scenario, and is free afterwards', async () => {
  const { data, file } = await usedFolder()
  await expect(createDouble({ data, scenario: 'empty' })).rejects.toThrow(
    `${file} holds a world of the scenario starter, and empty was requested. Leave the scenario out to continue with the saved world, or save worlds of empty in another place.`,
  )
  expect(readdirSync(data)).not.toContain('lock.json')
  await double({ data })
})

test('a data folder belongs to one process at a time', async () => {
  const data = await dataFolder()
  const first = await double({ data })
  await expect(createDouble({ data })).rejects.toThrow(data)
  expect((await first.call('GET /3.0/ping')).status).toBe(200)
})

test('a data folder with an unusable world starts anew with --recover, and that world is moved aside', async () => {
  const { data, file } = await usedFolder()
  const text = readFileSync(file, 'utf8')
    .replace(/"digest":"[^"]+"/, '"digest":"0000"')
    .replace(/ {2}"checksums".*\n/, '')
  writeFileSync(file, text)
  const second = await double({ data, recover: true })
  expect((await second.call(`GET ${LIST}?fields=name`)).text).not.toBe('{"name":"Kept"}')
  expect(second.said).toEqual([
    expect.stringMatching(/It was moved to .*aside\/default\.1\.json, and default is created anew\.$/),
  ])
  expect(readFileSync(join(data, 'aside', 'default.1.json'), 'utf8')).toBe(text)
})

test('a data folder with a changed custom scenario reports the change, even without --scenario', async () => {
  const data = await dataFolder()
  const scenarioDir = join(await dataFolder(), 'own')
  mkdirSync(scenarioDir)
  const write = (name: string): void =>
    writeFileSync(
      join(scenarioDir, 'shop.yaml'),
      `name: shop\ndescription: The shop.\nlists: [{ id: 5a09000001, name: ${name} }]\n`,
    )
  write('Shop')
  await (await double({ data, scenarioDir, scenario: 'shop' })).stop()
  await (await double({ data, scenarioDir })).stop()
  write('Other')
  for (const options of [{ data, scenarioDir }, { data }]) {
    const broken = await double(options)
    expect(broken.said).toEqual([expect.stringMatching(/default\.json can't be read: .*shop/)])
    expect(await broken.call('GET /3.0/ping')).toMatchObject({ status: 503, text: expect.stringContaining('shop') })
    await broken.stop()
  }
  write('Shop')
  expect((await (await double({ data, scenarioDir })).call('GET /3.0/ping')).status).toBe(200)
})

test('a data folder is free again if the server fails to start for another reason', async () => {
  const data = await dataFolder()
  await expect(createDouble({ data, watch: true })).rejects.toThrow('there is nothing to watch')
  await expect(createDouble({ data, scenario: 'nothing' })).rejects.toThrow('nothing')
  await double({ data })
})

test('the command line reports a problem with a folder in one sentence and exits', async () => {
  const { data } = await usedFolder()
  const serve = promisify(execFile)(process.execPath, [
    await builtProgram(),
    'serve',
    '--port',
    '0',
    '--data',
    data,
    '--scenario',
    'empty',
  ])
  const { code, stderr } = await serve.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  )
  expect(code).toBe(1)
  expect(stderr).toMatch(/^maildouble: /)
  expect(stderr).toContain('Leave the scenario out')
  expect(stderr).not.toContain('    at ')
})
