import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, RefusedError, type World } from '../../src/kit/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { explainFailure } from '../../src/kit/testing/failure.ts'
import { locateFailureFolder, removeFailure } from '../../src/kit/testing/failures.ts'

let root: string
let failures: string
let world: World
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'failures-'))
  failures = join(root, 'of mine')
  vi.stubEnv('MAILDOUBLE_FAILURES', failures)
  world = await connect(await createDouble()).worlds.create({ id: 'failed' })
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const fail = (id = 'failed') => explainFailure([world], { folder: locateFailureFolder(id), begun: 0, notes: [] })

test('the files of a failed test are written to a folder in MAILDOUBLE_FAILURES, and the last line has the command that opens it', async () => {
  await world.fetch('/lists')
  const { files, text } = await fail()
  const path = (ending: string) => relative('.', join(failures, 'failed', `failed.${ending}`))
  const folder = relative('.', join(failures, 'failed'))
  expect(files).toEqual({ world: 'failed', folder, bundle: path('bundle.json'), journal: path('journal.json'), har: path('har') })
  expect(JSON.parse(readFileSync(path('har'), 'utf8'))).toMatchObject({ log: { entries: [{ request: { method: 'GET' } }] } })
  expect(JSON.parse(readFileSync(path('journal.json'), 'utf8'))).toMatchObject({
    requests: [{ operation: 'getLists', status: 200, ignored: [] }],
    deliveries: [],
  })
  expect(text.split('\n')).toEqual([
    'Calls and webhooks of the world failed:',
    '  GET /lists → 200',
    `Journal and bundle: npx maildouble inspect ${JSON.stringify(folder)}`,
  ])
})

test('the journal of a failed test is written, and the last line says why there is no bundle, if there were too many steps for one', async () => {
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Steps were dropped.', instance: 'x' }
  vi.spyOn(world, 'bundle').mockRejectedValue(new RefusedError('GET', problem))
  const { files, text } = await fail()
  expect(files).not.toHaveProperty('bundle')
  expect(text).toMatch(/\nJournal: .*failed\. There is no bundle: Steps were dropped\.$/)
})

test('the story of a failed test is told even if its files cannot be written', async () => {
  writeFileSync(failures, 'a file in the place of the folder')
  await world.fetch('/lists')
  const { files, text } = await fail()
  expect(files).toBeUndefined()
  expect(text).toMatch(/^Calls and webhooks of the world failed:\n {2}GET \/lists → 200\nNo files: \S+/)
})

test('a new failure replaces the files of an earlier one and of its retries, and no others', async () => {
  for (const id of ['failed', 'failed-retry1', 'failed-retry12', 'failed-repeat1', 'failed-retry1b']) await fail(id)
  writeFileSync(join(failures, 'failed', 'earlier'), '')
  await fail()
  expect(readdirSync(failures)).toEqual(['.gitignore', 'failed', 'failed-repeat1', 'failed-retry1b'])
  expect(existsSync(join(failures, 'failed', 'earlier'))).toBe(false)
})

test('the folder of all failures is removed with the last of them', async () => {
  await fail('one')
  await fail('two')
  expect(readFileSync(join(failures, '.gitignore'), 'utf8')).toBe('*\n')
  removeFailure(locateFailureFolder('one'))
  expect(readdirSync(failures)).toEqual(['.gitignore', 'two'])
  removeFailure(locateFailureFolder('two'))
  expect(existsSync(failures)).toBe(false)
  removeFailure(locateFailureFolder('two'))
})

test('a folder of failures that existed before gets no .gitignore and is not removed', async () => {
  mkdirSync(failures)
  await fail()
  expect(readdirSync(failures)).toEqual(['failed'])
  removeFailure(locateFailureFolder('failed'))
  expect(readdirSync(failures)).toEqual([])
})
