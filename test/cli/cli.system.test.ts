import { execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { builtProgram } from '../server/program.ts'
import { wideLines } from './run.ts'

let entry: string

/** The command line as bundled, so that it runs without a full build. */
beforeAll(async () => void (entry = await builtProgram()))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

function run(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [entry, ...args], (error, out, err) =>
      resolve({ code: error ? Number(child.exitCode ?? 1) : 0, out, err }),
    )
  })
}

test('maildouble prints its version and its help, within 80 columns', async () => {
  expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+ \(npm package, Node v\d+\.\d+\.\d+\)\n$/)
  const commands = [
    'serve',
    'scenario',
    'scenario list',
    'scenario show',
    'scenario check',
    'scenario new',
    'vocabulary',
    'vocabulary check',
    'vocabulary new',
    'openapi',
    'inspect',
    'mcp',
    'prove',
    'record',
    'trial',
    'report',
  ]
  for (const { code, out } of await Promise.all(
    ['', ...commands].map((each) => run(...each.split(' ').filter(Boolean), '--help')),
  )) {
    expect(code).toBe(0)
    expect(out).toMatch(/^Usage: maildouble/)
    expect(wideLines(out)).toEqual([])
  }
})

test('maildouble without a command prints its help', async () => {
  expect(await run()).toEqual({ ...(await run('--help')), code: 0 })
  expect(await run('report', '-h')).toEqual(await run('report', '--help'))
})

test.each([
  [['serve', '--prot', '1'], "unknown option '--prot'"],
  [['serve', '--prot', '1'], '(maildouble serve --help lists the options)'],
  [['scenario', 'lst'], '(Did you mean list?)\n(maildouble scenario --help lists the options)'],
  [['serve', '--data', ''], "option '--data <folder>' argument is empty. Give a value, or leave the option out."],
  [['serve', '--allow-host', 'a', ''], "option '--allow-host <names...>' argument is empty."],
  [['serve', '--control-token', '  '], "option '--control-token <token>' argument is empty."],
  [['report', '--control-token', '\t'], "option '--control-token <token>' argument is empty."],
  [['report', '--world', ''], "option '--world <id>' argument is empty."],
  [['scenario', 'check', ''], 'an argument is empty'],
  [['serve', '--public-url', 'ftp://x'], 'such as http://maildouble:4030; "ftp://x" is not.'],
  [['serve', '--port', 'abc'], 'A port is a whole number from 0 to 65535.'],
  [['serve', '--clock', 'sideways'], 'A clock is realtime, frozen, or scaled:<rate> such as scaled:60.'],
  [
    ['serve', '--port', '0', '--scenario', 'nope'],
    'There is no scenario "nope". There are: batch-lifecycle, big-audience, domain-verification, double-opt-in, empty, flaky, hostile, newsletter, newsletter-live, oauth-expiry, shop, shop-live, starter, throttled, webhooks, welcome-series.',
  ],
  [
    ['serve', '--port', '0', '--scenario', 'scenarios/starter.yaml'],
    'There is no scenario "scenarios/starter.yaml". A scenario is named without its folder and extension: starter. There are: ',
  ],
  [['run', '--scenario', 'nope', '--', 'true'], 'If it is one of your own, name its folder with --scenario-dir.'],
  [['serve', '--port', '0', '--scenario-dir', 'no/such/folder'], 'There is no folder no/such/folder to read scenarios from.'],
  [
    ['serve', '--port', '0', '--allow-egress', 'hooks.test,10.0.0.0/99'],
    '--allow-egress (allowEgress): 10.0.0.0/99 is not a host name',
  ],
  [['help', 'srve'], "unknown command 'srve'\n(Did you mean serve?)\n(maildouble --help lists the options)"],
  [['help', 'nope'], "unknown command 'nope'"],
  [['help', 'scenario', 'lst'], "unknown command 'lst'\n(Did you mean list?)"],
  [['scenario', 'help', 'lst'], "unknown command 'lst'\n(Did you mean list?)"],
  [['serve', '--port', '0', '--vocabulary', 'no/such.yaml'], 'There is no file no/such.yaml.'],
  [['serve', '--port', '0', '--vocabulary', 'docs'], 'docs is a folder, not a file.'],
  [['openapi', '--vocabulary', 'no/such.yaml'], 'There is no file no/such.yaml.'],
  [['openapi', '--vocabulary', 'package.json/x'], 'There is no file package.json/x: a part of this path is a file'],
  [['vocabulary', 'check', 'no/such.yaml'], 'There is no file no/such.yaml.'],
  [['vocabulary', 'check', 'docs'], 'docs is a folder, not a file.'],
  [['vocabulary', 'new', 'no/such.yaml'], 'There is no folder no to write such.yaml to.'],
  [['vocabulary', 'new', 'package.json/x.yaml'], 'package.json/x.yaml: a part of this path is a file'],
  [['scenario', 'new', 'x', '--dir', 'package.json/x'], 'package.json/x/x.yaml: a part of this path is a file'],
  [['scenario', 'show', 'mine'], 'If it is one of your own, name its folder with --scenario-dir.'],
  [['scenario', 'list', '--scenario-dir', 'no/such'], 'There is no folder no/such to read scenarios from.'],
  [['serve', '--port', '0', '--scenario', 'nope'], 'If it is one of your own, name its folder with --scenario-dir.'],
  [['srve'], "unknown command 'srve'\n(Did you mean serve?)"],
  [['report', '--unsen'], '(Did you mean --unseen?)'],
  [['report', '--url', 'http://127.0.0.1:1'], 'or give its address with --url, or with MAILDOUBLE_URL in the environment.'],
  [['report', '--url', 'localhost:4030'], 'Use "http://localhost:4030".'],
  [['report', '--format', 'pdf'], 'Allowed choices are text, html, markdown, json.'],
  [['run', '--host', 'api.example.com'], 'A command is missing. It stands after --, as in: -- npm test'],
  [['inspect'], "missing required argument 'folder-or-bundle'"],
  [['inspect', 'no/such/file.json'], 'There is no file no/such/file.json.'],
])('maildouble %j ends with one clear sentence', async (args, sentence) => {
  const { code, err } = await run(...args)
  expect(code).toBe(1)
  expect(err).toContain(sentence)
  expect(err).not.toContain('    at ')
})

test('`maildouble help` shows the help of a command, as --help does', async () => {
  expect(await run('help', 'serve')).toEqual(await run('serve', '--help'))
  expect(await run('help', 'scenario', 'check')).toEqual(await run('scenario', 'check', '--help'))
  expect(await run('scenario', 'help', 'check')).toEqual(await run('scenario', 'check', '--help'))
  expect(await run('help')).toEqual(await run('--help'))
})

test('maildouble exits normally when the reader of its output closes the pipe', async () => {
  await using server = await startServer({ log: () => {} })
  const child = spawn(process.execPath, [entry, 'report', '--format', 'json', '--url', server.url])
  child.stdout.destroy()
  const err: unknown[] = []
  child.stderr.on('data', (chunk) => err.push(String(chunk)))
  expect([await new Promise((resolve) => child.once('close', resolve)), err]).toEqual([0, []])
})

test('maildouble reports output that cannot be written', async ({ skip }) => {
  if (!existsSync('/dev/full')) skip('There is no device that is always full.')
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [entry, 'scenario', 'list'], { stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  let err = ''
  child.stderr?.on('data', (chunk) => (err += String(chunk)))
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
  expect(err).toMatch(/^maildouble: the output cannot be written \(ENOSPC: [^\n]+\)\.\n$/)
})

test('a port in use is reported with the port and a remedy', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const { code, err } = await run('serve', '--port', String(port))
  taken.close()
  expect(code).toBe(1)
  expect(err).toBe(
    `maildouble: port ${port} of 127.0.0.1 is in use. Stop the process that listens on it, or choose another port with --port (0 takes a free one).\n`,
  )
})

test('maildouble serves, prints its URL and key, and exits normally on a signal', async () => {
  const child = spawn(process.execPath, [entry, 'serve', '--port', '0', '--seed', 'cli'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      if (out.includes('clock/advance')) resolve()
    })
  })
  const url = /API +(http:\S+)/.exec(out)?.[1]
  const key = /API key +(\S+)/.exec(out)?.[1]
  expect(out.match(/^ {2}curl/gm)).toHaveLength(3)
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  const response = await fetch(`${url}/lists?fields=total_items`, { headers: { authorization: `Bearer ${key}` } })
  expect(await response.json()).toEqual({ total_items: 3 })
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
})

test('maildouble inspects the folder of a failed test, its own world first, until it is stopped', async () => {
  const double = await createDouble({ seed: 'cli' })
  const world = await connect(double).worlds.create({ id: 'my-test-0a1b2c' })
  await world.fetch('/lists')
  const branch = await world.fork({ id: 'branch' })
  const root = mkdtempSync(join(tmpdir(), 'maildouble-inspect-'))
  const folder = join(root, world.id)
  mkdirSync(folder)
  for (const each of [world, branch]) writeFileSync(join(folder, `${each.id}.bundle.json`), JSON.stringify(await each.bundle()))
  await double.stop()
  const child = spawn(process.execPath, [entry, 'inspect', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      if (out.includes('Serving until interrupted.')) resolve()
    })
  })
  rmSync(root, { recursive: true })
  const shown = [...out.matchAll(/Inspect +(\S+)/g)].map(([, url]) => new URL(url ?? ''))
  expect(shown.map(({ search }) => search)).toEqual(['?world=my-test-0a1b2c&page=requests', '?world=branch&page=requests'])
  const [first = new URL('http://nowhere')] = shown
  const journal = await (await fetch(new URL('/_control/worlds/my-test-0a1b2c/requests', first))).json()
  expect(journal).toMatchObject({ requests: [{ operation: 'getLists', status: 200 }] })
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
})
