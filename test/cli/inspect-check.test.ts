import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replayText } from '../../src/kit/cli/inspect/replay.ts'
import { connect } from '../../src/kit/client/connect.ts'
import type { Schemas } from '../../src/kit/client/contract.ts'
import { startServer, type RunningServer } from '../../src/index.ts'
import { runCommand, wideLines } from './run.ts'

let server: RunningServer
let bundle: Schemas['Bundle']
const folder = mkdtempSync(join(tmpdir(), 'maildouble-replay-'))
beforeAll(async () => {
  server = await startServer({ seed: 'replay' })
  const world = await connect(server).worlds.create({ id: 'shop', seed: 'replay' })
  await world.fetch('/lists')
  await world.fetch('/lists/aaaaaaaaaa/members/nobody@acme.test')
  bundle = await world.bundle()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

function file(name: string, content: object | string): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** The bundle with modified responses. */
function spoilt(): Schemas['Bundle'] {
  const steps = bundle.steps.map((step) =>
    step.step === 'request' ? { ...step, answer: { status: 500, digest: '00000000' } } : step,
  )
  return { ...bundle, steps }
}

test('maildouble inspect with --check succeeds if there are no differences', async () => {
  expect(await runCommand('inspect', file('same.json', bundle), '--check')).toEqual({
    code: 0,
    out: 'Replayed 2 steps: no differences.\n',
    err: '',
  })
})

test('maildouble inspect replays every bundle of the folder of a failed test, each named by its file', async () => {
  const failure = mkdtempSync(join(tmpdir(), 'sign-up-'))
  const [own, other] = [join(failure, `${basename(failure)}.bundle.json`), join(failure, 'other.bundle.json')]
  writeFileSync(own, JSON.stringify(bundle))
  expect((await runCommand('inspect', failure, '--check')).out).toBe('Replayed 2 steps: no differences.\n')
  writeFileSync(other, JSON.stringify(spoilt()))
  const { code, out } = await runCommand('inspect', failure, '--check')
  expect(code).toBe(1)
  expect(out).toContain(`${own}\nReplayed 2 steps: no differences.\n\n${other}\nReplayed 2 steps: 2 differences.`)
  const { out: json } = await runCommand('inspect', failure, '--url', server.url, '--json')
  expect(json.match(/^ {2}"differences_total": \d+/gm)).toEqual(['  "differences_total": 0', '  "differences_total": 2'])
  rmSync(failure, { recursive: true })
})

test('maildouble inspect with --check fails and shows the differences', async () => {
  const { code, out } = await runCommand('inspect', file('spoilt.json', spoilt()), '--check')
  expect(code).toBe(1)
  expect(out).toBe(`Replayed 2 steps: 2 differences. Later ones may follow from the first.

  step 0  GET /3.0/lists
    at: 2026-01-15T09:00:00.000Z
    recorded: status 500
    replayed: status 200

  step 1  GET /3.0/lists/aaaaaaaaaa/members/nobody@acme.test
    at: 2026-01-15T09:00:00.000Z
    recorded: status 500
    replayed: status 404
`)
})

test("maildouble inspect can use a running server, and prints the new world's URL", async () => {
  const { code, out } = await runCommand('inspect', file('spoilt.json', spoilt()), '--url', server.url, '--json')
  const replayed = JSON.parse(out) as { world: Schemas['World']; journal: string }
  expect(code).toBe(0)
  expect(replayed).toMatchObject({ steps: 2, differences_total: 2, world: { scenario: 'starter' } })
  const world = await connect(server).worlds.get(replayed.world.id)
  expect(replayed.world.base_url).toBe(world.baseUrl)
  expect(replayed.journal).toBe(`${server.url}/_control/worlds/${world.id}/requests`)
  expect(await world.requests.list()).toHaveLength(2)
  const text = await runCommand('inspect', file('same.json', bundle), '--url', server.url)
  expect(text.out).toMatch(/no differences\.\n\n {2}World {4}\S+, of the scenario "starter"\n {2}API {6}http/)
  expect(wideLines(text.out)).toEqual([])
})

test('maildouble inspect shows ten differences and the number of further ones', () => {
  const one = { step: 1, at: '2026-01-15T09:00:00.000Z', what: 'GET /3.0/lists', expected: 'status 200', actual: 'status 500' }
  const world = { id: 'a', scenario: 'empty', now: '', clock: { mode: 'frozen', rate: 0 }, base_url: '', api_key: '' } as const
  const text = replayText({
    steps: 50,
    differences_total: 30,
    differences: Array.from({ length: 30 }, () => one),
    world,
    journal: '',
    inspector: '',
  })
  expect(text.match(/step 1/g)).toHaveLength(10)
  expect(text).toMatch(/\n\nand 20 more; --json shows up to 100\.$/)
})

test.each([
  ['no JSON', '[1', /is not JSON: expected a comma or \] but found the end at line 1, column 3\./],
  ['nothing', ' ', /is not JSON: /],
  ['no bundle', '{}', /is not a bundle: a bundle is the answer of GET \/_control\/bundle, in one file\./],
  ['JSON that is not a bundle', '{}', /is not a bundle: a bundle is the answer of GET \/_control\/bundle, in one file\./],
  [
    'another format version',
    '{ "maildouble_bundle": 2, "version": "9.0.0" }',
    /is a bundle of format 2, made by maildouble 9\.0\.0; maildouble \S+ reads format 1\. Use the version that made it\./,
  ],
])('maildouble inspect rejects %s in one sentence', async (_, text, sentence) => {
  const { code, err } = await runCommand('inspect', file('bad.json', text), '--check')
  expect(code).toBe(1)
  expect(err).toMatch(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('maildouble inspect rejects a missing file, and a folder without a bundle', async () => {
  expect((await runCommand('inspect', join(folder, 'nope.json'))).err).toBe(
    `maildouble: There is no file ${join(folder, 'nope.json')}.\n`,
  )
  const empty = mkdtempSync(join(tmpdir(), 'maildouble-replay-empty-'))
  expect((await runCommand('inspect', empty)).err).toBe(
    `maildouble: The folder ${empty} contains no bundle (*.bundle.json). A failed test prints the folder that has its bundle.\n`,
  )
  rmSync(empty, { recursive: true })
})

test('maildouble inspect suggests --scenario-dir if the scenario is unknown', async () => {
  const unknown = { ...bundle, origin: { ...bundle.origin, scenario: 'mine' } }
  const { err } = await runCommand('inspect', file('mine.json', unknown), '--check')
  expect(err).toMatch(/There is no scenario "mine"\..* If it is one of your own, name its folder with --scenario-dir\.\n$/)
})
