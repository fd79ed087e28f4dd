import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { runCommand } from './run.ts'

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'maildouble-story-'))
beforeAll(async () => {
  server = await startServer({ seed: 'story' })
  const world = await connect(server).worlds.create({ id: 'shop' })
  await world.faults.add({ match: { operation: 'ping' }, effect: { connection: 'reset' }, must_fire: true })
  await world.get('/lists/nowhere')
  await world.clock.advance('PT1M')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

function story(...args: string[]) {
  return runCommand('story', '--url', server.url, ...args)
}

test('maildouble story tells the calls and the advances of a world, after the faults that never fired', async () => {
  const { code, out } = await story('--world', 'shop')
  expect(code).toBe(0)
  const told = [
    'Calls and webhooks of the world shop:',
    'fault 1 never fired, no call matched it: {"match":{"operation":"ping"}',
    'GET /lists/nowhere → 404 Resource Not Found',
    'advance PT1M → 2026-01-15 09:01:00',
  ]
  const places = told.map((line) => out.indexOf(line))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('maildouble story --out leaves the bundle and the journal, and names the command that opens them', async () => {
  const out = join(folder, 'failures', 'shop')
  const { out: printed } = await story('--world', 'shop', '--out', out)
  expect(readdirSync(out).toSorted()).toEqual(['shop.bundle.json', 'shop.har', 'shop.journal.json'])
  expect(existsSync(join(folder, 'failures', '.gitignore'))).toBe(true)
  expect(printed).toMatch(/\nJournal and bundle: npx maildouble inspect \S+shop\n$/)
})

test('maildouble story without --world says that the world default was not called', async () => {
  expect((await story()).out).toMatch(/^No calls reached the world default\./)
})

test('maildouble story of an unknown world ends with an error that names those that exist', async () => {
  const { code, err } = await story('--world', 'shpo')
  expect(code).toBe(1)
  expect(err).toMatch(/shpo.*shop/s)
})
