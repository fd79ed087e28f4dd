import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { builtProgram } from '../server/program.ts'
import { maySkip, programPath } from '../servers/program.ts'

const CLIENTS = resolve('test/cli/run-clients')
const HOST = 'us1.api.example.com'
const PING = `https://${HOST}/3.0/ping?apikey=any-us1`
const folder = mkdtempSync(join(tmpdir(), 'maildouble-run-test-'))
let cli: string

beforeAll(async () => void (cli = await builtProgram()))
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly code: number | NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

function begin(...args: string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  // Its temporary folders are seen here, and those of other tests are not.
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: { ...process.env, TMPDIR: folder } })
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text))
  const ended = new Promise<Ended>((done) => child.once('close', (code, signal) => done({ code: code ?? signal, ...texts })))
  return { child, ended }
}

const maildouble = (...args: string[]): Promise<Ended> => begin(...args).ended
const run = (...args: string[]): Promise<Ended> => maildouble('run', ...args)
const NAMED = ['--host', 'https://*.api.example.com', '--offline', '--']
const leftFolders = (): string[] => readdirSync(folder).filter((name) => name.startsWith('maildouble-run-'))

/** A program of Node that makes a call with its host built in. */
const node = (path = '/3.0/ping', init = ''): string[] => [
  'node',
  '-e',
  `fetch('https://${HOST}${path}', { headers: { authorization: 'Bearer any-us1' }, ${init} }).then(({ status }) => console.log(status))`,
]

/** A Python that has the clients. In CI they are installed, from PyPI. */
function pythonWithClients(): string | undefined {
  const own = resolve('.cache/run-clients/bin/python')
  const has = (python: string): boolean => spawnSync(python, ['-c', 'import httpx, requests']).status === 0
  const found = [own, 'python3'].find(has)
  if (found !== undefined || maySkip) return found
  execFileSync('python3', ['-m', 'venv', resolve('.cache/run-clients')])
  execFileSync(own, ['-m', 'pip', 'install', '--quiet', '-r', join(CLIENTS, 'requirements.txt')])
  return own
}

const python = pythonWithClients()
const php = programPath('php')
const hasCurl = php !== undefined && String(spawnSync(php, ['-m']).stdout).includes('\ncurl\n')
const java = programPath('java')
const go = programPath('go') ?? (maySkip ? undefined : 'go')

describe('a program whose host is built in reaches the double, and nothing else', () => {
  const file = (name: string): string => join(CLIENTS, name)
  test.each([
    ['curl', programPath('curl') && ['curl', '-sS', '-o', join(folder, 'ping'), '-w', 'curl %{http_code}\n', PING], ['curl']],
    ['Node', ['node', file('client.mjs')], ['fetch', 'https', 'agent']],
    ['Python', python && [python, file('client.py')], ['requests', 'httpx', 'urllib']],
    ['PHP', php && [php, file('client.php')], [...(hasCurl || !maySkip ? ['curl'] : []), 'streams']],
    ['Java', java && [java, file('Client.java')], ['HttpClient']],
    ['Go', go && [go, 'run', file('client.go')], ['net/http']],
  ])('a program in %s whose host is built in reaches the double', async (_, command, clients) => {
    if (!command && maySkip) return
    const { code, out, err } = await run(...NAMED, ...(command || []))
    expect(out).toBe(clients.map((client) => `${client} 200\n`).join(''))
    const calls = clients.length === 1 ? '1 call' : `${clients.length} calls`
    expect(err).toContain(`maildouble: 1 host was called.\n  ${HOST}  ${calls} answered here\n`)
    expect(code).toBe(0)
  })
})

test('maildouble run tells which hosts were called, and what was refused', async () => {
  const calls = `for (const host of ['${HOST}', '${HOST}', 'hooks.example.net']) {
    const { status } = await fetch('https://' + host + '/3.0/ping', { headers: { authorization: 'Bearer any-us1' } })
    console.log(host, status)
  }`
  const told = await run(...NAMED, 'node', '--input-type=module', '-e', calls)
  expect(told).toEqual({
    code: 0,
    out: `${HOST} 200\n${HOST} 200\nhooks.example.net 403\n`,
    err: `maildouble: 2 hosts were called.
  us1.api.example.com  2 calls answered here
  hooks.example.net    1 connection refused
`,
  })
  expect(readFileSync('docs/languages.md', 'utf8')).toContain(told.err)
  expect(leftFolders()).toEqual([])
})

test('maildouble run takes the hosts from a vocabulary, or from the settings of a scenario', async () => {
  const hosts = 'hosts: [api.example.com]'
  writeFileSync(join(folder, 'vocabulary.yaml'), `${hosts}\n`)
  mkdirSync(join(folder, 'scenarios'))
  writeFileSync(
    join(folder, 'scenarios/hosted.yaml'),
    `name: hosted\ndescription: An account at a host.\nextends: starter\nsettings: { vocabulary: { ${hosts} } }\n`,
  )
  const [vocabulary, scenario] = await Promise.all([
    run('--vocabulary', join(folder, 'vocabulary.yaml'), '--', ...node()),
    run('--scenario-dir', join(folder, 'scenarios'), '--scenario', 'hosted', '--', ...node()),
  ])
  expect([vocabulary.out, scenario.out]).toEqual(['200\n', '200\n'])
})

test('maildouble run adds to the options of Node, Java and PHP that the environment has', async () => {
  const print = `console.log(['NODE_OPTIONS', 'JAVA_TOOL_OPTIONS', 'PHP_INI_SCAN_DIR'].map((name) => process.env[name].split(/ |:/)[0]).join())`
  const child = spawnSync(process.execPath, [cli, 'run', ...NAMED, 'node', '-e', print], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '--no-deprecation', JAVA_TOOL_OPTIONS: '-Da=b', PHP_INI_SCAN_DIR: '/etc/own' },
  })
  expect(child.stdout).toBe('--no-deprecation,-Da=b,/etc/own\n')
})

test('the files of maildouble run hold no key, and only their user can read them', async () => {
  const command = [
    'sh',
    '-c',
    'echo "$SSL_CERT_FILE"; cat "$SSL_CERT_FILE" "$NODE_EXTRA_CA_CERTS"; stat -c %a "$(dirname "$SSL_CERT_FILE")"/*.*',
  ]
  const { out } = await run(...NAMED, ...command)
  expect(out).toContain('BEGIN CERTIFICATE')
  expect(out).not.toContain('PRIVATE KEY')
  expect(out).toMatch(/\n600\n600\n600\n$/)
  expect(leftFolders()).toEqual([])
})

test('maildouble run ends with the status of its command, and by the same signal', async () => {
  const ended = await Promise.all([
    run(...NAMED, 'sh', '-c', 'exit 7'),
    run(...NAMED, 'sh', '-c', 'kill -KILL $$'),
    run(...NAMED, 'no-such-program'),
  ])
  expect(ended.map(({ code }) => code)).toEqual([7, 'SIGKILL', 1])
  expect(ended[2].err).toContain('There is no program no-such-program.')
  expect(leftFolders()).toEqual([])
})

test.each([
  ['trap "exit 5" TERM; echo ready; while :; do sleep 0.05; done', 5],
  ['echo ready; exec sleep 60', 'SIGTERM'],
])('maildouble run passes a signal on to its command (%s), removes its files, and ends like it', async (script, expected) => {
  const { child, ended } = begin('run', ...NAMED, 'sh', '-c', script)
  await new Promise((ready) => child.stdout?.once('data', ready))
  expect(leftFolders().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700])
  child.kill('SIGTERM')
  expect((await ended).code).toBe(expected)
  expect(leftFolders()).toEqual([])
})

test('maildouble run without a host gives the variables of a world, and says if the command made no call', async () => {
  const called = await run(
    '--',
    'node',
    '-e',
    "fetch(process.env.MAILDOUBLE_API_URL + '/ping?apikey=x-us1').then(({ status }) => console.log(status))",
  )
  expect(called).toEqual({ code: 0, out: '200\n', err: '' })
  const silent = await run('--', 'node', '-e', '0')
  expect(silent.err).toMatch(/^maildouble: the command made no call to the service\. Does it use MAILDOUBLE_API_URL/)
  expect(silent.err).toContain('If its host is built in, does --host match it?')
})

test('maildouble run --host refuses what is not a host', async () => {
  const { code, err } = await run('--host', 'https://api.example.com/3.0', '--', 'node', '-e', '0')
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('`host` got "https://api.example.com/3.0", which is not a host. Give it without a path'),
  ])
})

test('maildouble run uses a world of a running server, whatever the key', async () => {
  await using server = await startServer()
  const world = await connect(server).worlds.create({ scenario: 'starter' })
  const { out } = await run('--url', server.url, '--world', world.id, ...NAMED, ...node())
  expect(out).toBe('200\n')
  await world.requests.verify({ match: { operation: 'ping' }, count: { exactly: 1 } })
})

test('maildouble trial counts calls whose host is built in', async () => {
  const { code, out } = await maildouble('trial', '--outage', 'maintenance', ...NAMED, ...node('/3.0/lists'))
  expect(out).toContain('  no outage    passes, 1 call\n  maintenance  survived, 1 call, the outage fired 1 time\n')
  expect(code).toBe(0)
})

test('maildouble record writes a test that runs a command whose host is built in, in its world', async () => {
  const file = join(folder, 'ping.test.ts')
  const { code } = await maildouble('record', '--out', file, ...NAMED, ...node())
  expect(code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain(
    `promisify(execFile)('npx', ['maildouble', 'run', '--host', 'https://*.api.example.com', '--offline', '--', 'node', '-e',`,
  )
})

test('maildouble prove judges a command whose host is built in', async () => {
  const world = await connect(await createDouble()).worlds.create({ id: 'built-in' })
  await world.patch('/lists/nowhere', { name: 'Other' })
  const bundle = join(folder, 'built-in.bundle.json')
  writeFileSync(bundle, JSON.stringify(await world.bundle()))
  const { code, out } = await maildouble(
    'prove',
    bundle,
    ...NAMED,
    ...node('/3.0/lists/aaaaaaaaaa', 'method: \'PATCH\', body: \'{"name":"Other"}\''),
  )
  expect(out).toContain('Passes now: PATCH /3.0/lists/aaaaaaaaaa was answered 200.')
  expect(code).toBe(0)
})
