import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, RefusedError, type World } from '../../src/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { keep } from '../../src/testing/artifacts.ts'

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

test('artifacts of a failed test are written to MAILDOUBLE_FAILURES', async () => {
  await world.fetch('/lists')
  const { kept, told } = await keep(world)
  const path = (ending: string) => relative('.', join(folder, 'of mine', `failed.${ending}`))
  expect(kept).toEqual({ world: 'failed', bundle: path('bundle.json'), journal: path('journal.json'), har: path('har') })
  expect(JSON.parse(readFileSync(path('har'), 'utf8'))).toMatchObject({ log: { entries: [{ request: { method: 'GET' } }] } })
  expect(JSON.parse(readFileSync(path('journal.json'), 'utf8'))).toMatchObject({
    requests: [{ operation: 'getLists', status: 200, ignored: [] }],
    deliveries: [],
  })
  expect(told.split('\n')).toEqual([
    'What happened in the world failed of this test:',
    `  ${path('bundle.json')}  all that happened, to let it happen again`,
    `    npx maildouble replay ${JSON.stringify(path('bundle.json'))}`,
    `  ${path('journal.json')}  the journal: its calls, and the webhooks that went out`,
    `  ${path('har')}  the calls of the journal, for the developer tools of a browser`,
  ])
})

test('artifacts contain the calls and a note if there were too many steps for a bundle', async () => {
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Steps were let go.', instance: 'x' }
  vi.spyOn(world, 'bundle').mockRejectedValue(new RefusedError('GET', problem))
  const { kept, told } = await keep(world)
  expect(Object.keys(kept)).toEqual(['journal', 'har', 'world'])
  expect(told).toContain('  no bundle: Steps were let go.')
})
