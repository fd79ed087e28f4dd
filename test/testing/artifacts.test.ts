import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, RefusedError, type World } from '../../src/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { saveArtifacts } from '../../src/testing/artifacts.ts'

let folder: string
let world: World
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keep-'))
  vi.stubEnv('MAILDOUBLE_FAILURES', join(folder, 'of mine'))
  world = await connect(await createDouble()).worlds.create({ id: 'failed' })
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('files go to the folder that MAILDOUBLE_FAILURES names', async () => {
  await world.fetch('/lists')
  const { files, message } = await saveArtifacts(world)
  const path = (ending: string) => relative('.', join(folder, 'of mine', `failed.${ending}`))
  expect(files).toEqual({ world: 'failed', bundle: path('bundle.json'), journal: path('journal.json'), har: path('har') })
  expect(JSON.parse(readFileSync(path('har'), 'utf8'))).toMatchObject({ log: { entries: [{ request: { method: 'GET' } }] } })
  expect(JSON.parse(readFileSync(path('journal.json'), 'utf8'))).toMatchObject({
    requests: [{ operation: 'getLists', status: 200, ignored: [] }],
    deliveries: [],
  })
  expect(message.split('\n')).toEqual([
    'What happened in the world failed of this test:',
    `  ${path('bundle.json')}  everything that happened, for a replay`,
    `    npx maildouble replay ${JSON.stringify(path('bundle.json'))}`,
    `  ${path('journal.json')}  the journal: calls and webhook deliveries`,
    `  ${path('har')}  the calls of the journal, for browser developer tools`,
  ])
})

test('where the steps were too many for a bundle, the calls are kept and it is said', async () => {
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Steps were let go.', instance: 'x' }
  vi.spyOn(world, 'bundle').mockRejectedValue(new RefusedError('GET', problem))
  const { files, message } = await saveArtifacts(world)
  expect(Object.keys(files)).toEqual(['journal', 'har', 'world'])
  expect(message).toContain('  no bundle: Steps were let go.')
})
