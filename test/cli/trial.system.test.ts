import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainText } from '../../src/kit/cli/output.ts'
import { resultsText } from '../../src/kit/cli/trial/results.ts'
import { builtProgram } from '../server/program.ts'
import { LIMITS, Project } from '../testing/project.ts'
import { type CommandResult, runCommand, wideLines } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-trial-test-'))

/** A scenario with an outage of two refused reads, and two that a reader of lists does not notice. */
const SHOP = `name: shop
description: A shop for trials.
extends: starter
outages:
  blocked:
    - match: { operation: getLists }
      when: { first: 2 }
      effect: { answer: { preset: EdgeBlocked } }
  no-batches:
    - match: { operation: createBatch }
      effect: { answer: { preset: Maintenance } }
  slow-webhooks:
    - effect: { delay: PT10M }
`

const WINDOWS = `name: windows
description: A shop whose outages are windows of the clock.
extends: starter
outages:
  rising:
    - match: { operation: getLists }
      when: { between: [PT0S, PT30M], ramp: 1 }
      effect: { answer: { preset: EdgeThrottled } }
  every-noon:
    - match: { operation: getLists }
      when: { daily: { from: '12:00', for: PT20M } }
      effect: { answer: { preset: Maintenance } }
`

const HOOKS = `name: hooks
description: A shop that hears of its own calls.
extends: webhooks
outages:
  slow-webhooks:
    - effect: { delay: PT10M }
`

/** Subscribes a member by a trigger, so that a webhook is due. */
const SIGN_UP = `const { MAILDOUBLE_API_URL: url, MAILDOUBLE_API_KEY: key, MAILDOUBLE_URL, MAILDOUBLE_WORLD } = process.env
await fetch(url + '/lists', { headers: { authorization: 'Bearer ' + key } })
const trigger = MAILDOUBLE_URL + '/_control/worlds/' + MAILDOUBLE_WORLD + '/triggers'
const body = JSON.stringify({ trigger: 'member.subscribe', list_id: '3eb0000001', email_address: 'eve@acme.test' })
const { status } = await fetch(trigger, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
process.exit(status < 300 ? 0 : 4)
`

/** Reads the lists until it succeeds, a number of times at most. */
const APP = `const [tries, wanted = '', path = '/lists'] = process.argv.slice(2)
const { MAILDOUBLE_API_URL: url, MAILDOUBLE_API_KEY: key } = process.env
const control = process.env.MAILDOUBLE_URL + '/_control/worlds/' + process.env.MAILDOUBLE_WORLD
const call = (path) => fetch(url + path, { headers: { authorization: 'Bearer ' + key } })
for (let i = 0; i < Number(tries); i++) {
  const { ok } = await call(path)
  if (ok) process.exit(0)
  if (wanted === 'end') await fetch(control + '/outages/blocked', { method: 'DELETE' })
}
if (wanted.startsWith('SIG')) process.kill(process.pid, wanted)
else process.exit(3)
`

beforeAll(() => {
  mkdirSync(join(folder, 'scenarios'))
  writeFileSync(join(folder, 'scenarios/shop.yaml'), SHOP)
  writeFileSync(join(folder, 'scenarios/hooks.yaml'), HOOKS)
  writeFileSync(join(folder, 'scenarios/windows.yaml'), WINDOWS)
  writeFileSync(join(folder, 'app.mjs'), APP)
})
afterAll(() => rmSync(folder, { recursive: true }))

const SHOPPING = ['--scenario-dir', join(folder, 'scenarios'), '--scenario', 'shop']
const app = (...args: string[]): string[] => ['--', 'node', join(folder, 'app.mjs'), ...args]
const trial = (...args: string[]): Promise<CommandResult> => runCommand('trial', ...SHOPPING, ...args)

test('maildouble trial prints that a command that retries survives an outage', async () => {
  expect(await trial('--outage', 'blocked', ...app('3'))).toEqual({
    code: 0,
    out: `Output without an outage:

Output in blocked:

  no outage  passes, 1 call
  blocked    survived, 3 calls, the outage fired 2 times

The command survives 1 of 1 outage.
`,
    err: '',
  })
})

test('maildouble trial exits with 1 if a command without retries fails in an outage', async () => {
  const { code, out } = await trial('--outage', 'blocked', ...app('1'))
  expect(out).toContain('\n  blocked    failed (exit status 3), 1 call, the outage fired 1 time\n')
  expect(out).toContain('\nThe command survives 0 of 1 outage.\n')
  expect(code).toBe(1)
})

test('maildouble trial runs every outage of the scenario, and exits with 2 if one never fired', async () => {
  const { code, out } = await trial(...app('3'))
  expect(out.split('\n').slice(-7)).toEqual([
    '  no outage      passes, 1 call',
    '  blocked        survived, 3 calls, the outage fired 2 times',
    '  no-batches     not tried, 1 call: the outage never fired',
    '  slow-webhooks  not tried, 1 call: the outage never fired',
    '',
    'The command survives 1 of 1 outage. 2 outages not tried.',
    '',
  ])
  expect(wideLines(out)).toEqual([])
  expect(code).toBe(2)
})

test('maildouble trial exits with 0 if only expected failures happen, and names unexpected survivals', async () => {
  const failed = await trial('--outage', 'blocked', '--expect-failure', 'blocked', ...app('1'))
  expect(failed.out).toContain('  blocked    failed as expected (exit status 3), 1 call, the outage fired 1 time\n')
  expect(failed.code).toBe(0)
  const survived = await trial('--outage', 'blocked', '--expect-failure', 'blocked', ...app('3'))
  expect(survived.out).toContain('  blocked    survived unexpectedly, 3 calls, the outage fired 2 times\n')
  expect(survived.code).toBe(0)
})

test('maildouble trial counts an outage that affected only webhooks', async () => {
  const hooks = ['--scenario-dir', join(folder, 'scenarios'), '--scenario', 'hooks']
  const { code, out } = await runCommand('trial', ...hooks, '--', 'node', '--input-type=module', '-e', SIGN_UP)
  expect(out).toContain('  slow-webhooks  survived, 1 call, the outage fired 1 time\n')
  expect(code).toBe(0)
})

test('maildouble trial counts an outage that ended before the command did', async () => {
  const { code, out } = await trial('--outage', 'blocked', ...app('2', 'end'))
  expect(out).toContain('  blocked    survived, 2 calls, the outage fired 1 time\n')
  expect(code).toBe(0)
})

test('maildouble trial runs in the middle of the window of an outage, where its ramp is highest, while the clock is frozen', async () => {
  const scenario = ['--scenario-dir', join(folder, 'scenarios'), '--scenario', 'windows']
  const frozen = await runCommand('trial', ...scenario, ...app('2'))
  expect(frozen.out).toContain('  rising      failed (exit status 3), 2 calls, the outage fired 2 times\n')
  expect(frozen.out).toContain('  every-noon  failed (exit status 3), 2 calls, the outage fired 2 times\n')
  const running = await runCommand('trial', ...scenario, '--clock', 'realtime', '--outage', 'rising', ...app('1'))
  expect(running.out).toContain('  rising     not tried, 1 call: the outage never fired\n')
})

test('maildouble trial finds the outage black-friday of flaky worth a try while the clock is frozen', async () => {
  const { code, out } = await runCommand('trial', '--outage', 'black-friday', ...app('1'))
  expect(out).toContain('  black-friday  failed (exit status 3), 1 call, the outage fired 1 time\n')
  expect(code).toBe(1)
})

test('maildouble trial counts a command that a signal ended as failed', async () => {
  const { code, out } = await trial('--outage', 'blocked', ...app('1', 'SIGTERM'))
  expect(out).toContain('  blocked    failed (exit status 143), 1 call')
  expect(code).toBe(1)
})

test('maildouble trial tries no outage if the command fails without one, or makes no call', async () => {
  const failing = await trial(...app('0'))
  expect(failing).toEqual({
    code: 2,
    out: 'Output without an outage:\nNothing is tried: without an outage, the command fails (exit status 3).\n',
    err: '',
  })
  const idle = await trial('--', 'node', '-e', '0')
  expect(idle.out).toContain('Nothing is tried: without an outage, the command made no call to the service.')
  expect(idle.code).toBe(2)
})

test('maildouble trial rejects unknown outages with the nearest names before the command runs', async () => {
  const marker = join(folder, 'marker')
  const command = ['--', 'node', '-e', `fs.writeFileSync(${JSON.stringify(marker)}, '')`]
  const unknown = await trial('--outage', 'blockd', ...command)
  expect([unknown.code, unknown.err]).toEqual([
    1,
    'maildouble: --outage: The scenario shop has no outage blockd. Did you mean blocked?\n',
  ])
  const expected = await trial('--outage', 'blocked', '--expect-failure', 'no-batches', ...command)
  expect(expected.err).toBe('maildouble: --expect-failure: No outage no-batches is tried. There are: blocked.\n')
  const none = await runCommand('trial', '--scenario', 'starter', ...command)
  expect([none.code, none.err]).toEqual([
    1,
    'maildouble: The scenario starter has no outages. Name another one with --scenario. With outages: flaky, hostile.\n',
  ])
  expect(existsSync(marker)).toBe(false)
})

test('maildouble trial says that a program does not exist', async () => {
  const missing = await trial('--', 'no-such-program')
  expect([missing.code, missing.err]).toEqual([
    1,
    'maildouble: There is no program no-such-program. The command stands after --, as in: -- npm test\n',
  ])
})

test('maildouble trial --json writes the verdict of each outage, with its run', async () => {
  const file = join(folder, 'new', 'trial.json')
  await trial('--outage', 'no-batches', '--outage', 'blocked', '--clock', 'scaled:60', '--json', file, ...app('1'))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    command: ['node', join(folder, 'app.mjs'), '1'],
    scenario: 'shop',
    clock: { mode: 'scaled', rate: 60 },
    without_outage: { exit: 0, calls: 1 },
    outages: [
      { outage: 'no-batches', verdict: 'not tried', exit: 0, calls: 1, fired: 0, is_failure_expected: false },
      { outage: 'blocked', verdict: 'failed', exit: 3, calls: 1, fired: 1, is_failure_expected: false },
    ],
  })
})

test('maildouble trial --vocabulary gives the worlds the words of a deployment', async () => {
  const file = join(folder, 'vocabulary.yaml')
  writeFileSync(file, 'paths: { lists: mailing-lists }\n')
  const { code, out } = await trial('--vocabulary', file, '--outage', 'blocked', ...app('3', '-', '/mailing-lists'))
  expect(out).toContain('  blocked    survived, 3 calls, the outage fired 2 times\n')
  expect(code).toBe(0)
})

test('maildouble trial prints the output of each run under a heading of its own', async () => {
  const printing = ['--import', 'data:text/javascript,console.log("printed")']
  const command = [await builtProgram(), 'trial', ...SHOPPING, '--outage', 'blocked', '--', 'node', ...printing]
  const { stdout, status } = spawnSync(process.execPath, [...command, join(folder, 'app.mjs'), '3'], { encoding: 'utf8' })
  expect(stdout).toContain('Output without an outage:\nprinted\n\nOutput in blocked:\nprinted\n\n  no outage')
  expect(status).toBe(0)
})

test('the table of maildouble trial has 80 columns, whatever the name of an outage', () => {
  const outage = 'o'.repeat(63)
  const result = { outage, verdict: 'failed', exit: 255, calls: 10_000, fired: 10_000, is_failure_expected: true } as const
  const text = resultsText({ exit: 0, calls: 1 }, [result], plainText)
  expect(wideLines(text)).toEqual([])
  expect(text).toContain(`\n  ${outage}\n`)
})

test('maildouble trial tries the outages of flaky by default', async () => {
  const { code, out } = await runCommand('trial', '--outage', 'maintenance', ...app('1'))
  expect(out).toContain('  maintenance  failed (exit status 3), 1 call, the outage fired 1 time\n')
  expect(code).toBe(1)
})

test('maildouble trial starts the worlds of fixtures in the outage, and counts their calls', async () => {
  const { folder: project } = await Project.of({
    'reads.test.js': `import { expect, test } from 'maildouble/vitest'
test('reads', async ({ world }) => {
  for (let i = 0; i < 3; i++) if ((await world.get('/lists')).status === 200) return
  expect.fail('The lists cannot be read.')
})
test('gives up', async ({ world }) => expect((await world.get('/lists')).status).toBe(200))
`,
  })
  const vitest = (title: string): string[] => ['--', 'npx', 'vitest', 'run', ...LIMITS, '--root', project, '-t', title]
  const survived = await trial('--outage', 'blocked', ...vitest('reads'))
  expect(survived.out).toContain('\n  no outage  passes, 1 call\n  blocked    survived, 3 calls, the outage fired 2 times\n')
  const failed = await trial('--outage', 'blocked', ...vitest('gives up'))
  expect(failed.out).toContain('\n  blocked    failed (exit status 1), 1 call, the outage fired 1 time\n')
})
