import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import type { Body } from '../mock.ts'
import { serveProcess, type Process } from '../server/program.ts'
import { freePort } from '../servers/free-port.ts'

const processes: Process[] = []
const folders: string[] = []

afterEach(async () => {
  for (const { child } of processes.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function serve(args: readonly string[], env: Record<string, string> = {}): Promise<Process> {
  const process = await serveProcess(args, env)
  processes.push(process)
  return process
}

/** The URL and the key of a server that prints JSON. */
async function listening({ printed }: Process): Promise<Body> {
  const [line] = await printed(/^.*\n/)
  return JSON.parse(line)
}

describe('maildouble serve', () => {
  test('maildouble serve prints one line per call after its greeting in the pretty format', async () => {
    const server = await serve([])
    const [, url = '', key = ''] = await server.printed(/API +(http:\S+)\/3\.0\n +API key +(\S+)[^]*clock\/advance\n/)
    await fetch(`${url}/3.0/lists?count=1`, { headers: { authorization: `Bearer ${key}` } })
    const [line] = await server.printed(/^.*GET.*$/m)
    expect(line).toMatch(/^\d\d:\d\d:\d\d 200 +\d+ms GET {5}\/3\.0\/lists\?count=1 {14}getLists$/)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.out()).toMatch(/\d\d:\d\d:\d\d SIGTERM: stopping after the calls in flight; at once on a second signal\n$/)
    expect(server.err()).toBe('')
  })

  test('maildouble serve --like chooses the setting of every world', async () => {
    const { url } = await listening(await serve(['--log', 'json', '--like', 'recorded']))
    const world = await connect(url).worlds.get('default')
    expect(await world.settings.get()).toMatchObject({ like: 'recorded', stats: { rates_until_calculated: 'zero' } })
  })

  test('maildouble serve gives every new world the settings of the environment', async () => {
    const { url } = await listening(await serve([], { MAILDOUBLE_LOG: 'json', MAILDOUBLE_STATS_CACHE: 'PT0S' }))
    const { worlds } = connect(url)
    expect((await (await worlds.get('default')).settings.get()).stats_cache).toBe('PT0S')
    expect((await (await worlds.create()).settings.get()).stats_cache).toBe('PT0S')
  })

  test('maildouble serve prints JSON from the first line on, and the URL in the first line', async () => {
    const server = await serve([], { MAILDOUBLE_LOG: 'json' })
    const { url, api_key, ...first } = await listening(server)
    expect(first).toEqual({
      time: expect.any(String),
      level: 'info',
      type: 'listening',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      scenario: 'starter',
      clock: { mode: 'realtime', rate: 1 },
    })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    await fetch(`${url}/3.0/ping?apikey=${api_key}`, { headers: { authorization: `Bearer ${api_key}` } })
    await server.printed(/"operation":"ping"/)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const lines = server.out().trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as Body).type)).toEqual(['listening', 'call', 'stopping'])
    expect(lines.slice(1).join('\n')).not.toContain(api_key)
  })

  test('maildouble serve treats an empty variable as unset', async () => {
    const names =
      'HOST SCENARIO SCENARIO_DIR SEED CLOCK PUBLIC_URL CONTROL_TOKEN ALLOW_HOST ALLOW_EGRESS REDIRECT_URI WATCH DATA STORE'
    const env = Object.fromEntries(names.split(' ').map((name) => [`MAILDOUBLE_${name}`, '']))
    const server = await serve(['--host', '0.0.0.0'], { ...env, MAILDOUBLE_LOG: 'json' })
    const { url, scenario, clock, control_token, seed } = await listening(server)
    expect({ scenario, clock }).toEqual({ scenario: 'starter', clock: { mode: 'realtime', rate: 1 } })
    // A token is generated, since an empty one would admit everyone.
    expect(control_token).toMatch(/^[\da-f]{32}$/)
    // So is a seed, since an empty one is invalid.
    expect(seed).toMatch(/^[\da-f]{32}$/)
    expect((await fetch(`${url}/_control/health`)).status).toBe(401)
  })

  describe('with a scenario that sets a clock', () => {
    const folderWith = (clock: string): string => {
      const folder = mkdtempSync(join(tmpdir(), 'maildouble-clock-'))
      folders.push(folder)
      writeFileSync(join(folder, 'mine.yaml'), `name: mine\ndescription: Mine\nextends: empty\nclock: ${clock}\n`)
      return folder
    }
    const greetingOf = async (folder: string, ...args: string[]): Promise<string> => {
      const server = await serve(['--scenario-dir', folder, '--scenario', 'mine', ...args])
      const [greeting] = await server.printed(/^.*\n[^]*clock\/advance\n/)
      return greeting.split('\n')[0] ?? ''
    }

    test('maildouble serve runs the clock of its scenario and names it in the greeting', async () => {
      const folder = folderWith('{ mode: frozen, now: 2026-03-01T08:00:00Z }')
      expect(await greetingOf(folder)).toContain('the scenario "mine", clock frozen at 2026-03-01T08:00:00.000Z')
    })

    test('maildouble serve runs the clock given by --clock instead of the clock of the scenario', async () => {
      const folder = folderWith('{ mode: frozen, now: 2026-03-01T08:00:00Z }')
      expect(await greetingOf(folder, '--clock', 'realtime')).toMatch(/clock realtime$/)
      expect(await greetingOf(folder, '--clock', 'scaled:30')).toContain('clock scaled:30 from 2026-03-01T08:00:00.000Z')
    })

    test('maildouble serve continues the clock of a restored world', async () => {
      const folder = folderWith('{ mode: frozen, now: 2026-03-01T08:00:00Z }')
      const data = join(folder, 'data')
      expect(await greetingOf(folder, '--data', data, '--clock', 'scaled:2')).toContain('clock scaled:2 from 2026-03-01T08:00:00')
      const [first] = processes.splice(0)
      first?.child.kill('SIGTERM')
      await first?.ended
      expect(await greetingOf(folder, '--data', data)).toContain('clock scaled:2 from 2026-03-01T08:')
    })
  })

  test('maildouble serve --outage starts in an outage of the scenario', async () => {
    const server = await serve(['--log', 'json', '--scenario', 'flaky', '--outage', 'maintenance'])
    const { url, api_key } = await listening(server)
    const lists = async () => (await fetch(`${url}/3.0/lists`, { headers: { authorization: `Bearer ${api_key}` } })).status
    expect(await lists()).toBe(503)
    await (await connect(url).worlds.get()).outages.end('maintenance')
    expect(await lists()).toBe(200)
  })

  test('maildouble serve prints nothing with the silent log', async () => {
    const port = String(await freePort())
    const server = await serve(['--log', 'silent', '--control-token', 'known', '--host', '0.0.0.0', '--port', port])
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/3.0/lists`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(ask).toBe(401)
    server.child.kill('SIGTERM')
    expect([await server.ended, server.out(), server.err()]).toEqual([0, '', ''])
  })

  test.each([
    [['--log', 'silent', '--host', '0.0.0.0'], 'Give one with --control-token (MAILDOUBLE_CONTROL_TOKEN).'],
    [['--log', 'silent', '--scenario', 'nope'], 'There is no scenario "nope".'],
    [
      ['--scenario', 'flaky', '--outage', 'nope'],
      'The scenario of this world has no outage nope. There are: black-friday, maintenance.',
    ],
    [['--log', 'loud'], 'Allowed choices are pretty, json, silent.'],
    [['--watch'], 'there is nothing to watch: --watch (watch) requires --scenario-dir (scenarioDir)'],
  ])('maildouble serve ends with one clear sentence for the arguments %j', async (args, sentence) => {
    const server = await serve(args)
    expect(await server.ended).toBe(1)
    expect(server.out()).toBe('')
    expect(server.err()).toContain(sentence)
    expect(server.err()).not.toContain('    at ')
  })

  test.each(['0', 'false', 'off', ''])(
    'maildouble serve watches nothing with %j in the environment',
    async (MAILDOUBLE_WATCH) => {
      const server = await serve(['--log', 'json'], { MAILDOUBLE_WATCH })
      expect((await listening(server)).type).toBe('listening')
    },
  )

  test('maildouble serve accepts each host name from the environment for its control API', async () => {
    const server = await serve(['--log', 'json'], { MAILDOUBLE_ALLOW_HOST: 'one.test,two.test' })
    const { url } = await listening(server)
    const statusFor = (host: string) =>
      new Promise((done) => get(`${url}/_control/health`, { headers: { host } }, ({ statusCode }) => done(statusCode)))
    expect(await Promise.all(['one.test', 'two.test', 'three.test'].map(statusFor))).toEqual([200, 200, 403])
  })

  test('maildouble serve names the broken files of --scenario-dir at the start, in the words of scenario check', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maildouble-serve-'))
    folders.push(folder)
    writeFileSync(join(folder, 'fine.yaml'), 'name: fine\ndescription: Fine.\n')
    writeFileSync(join(folder, 'one.yaml'), 'name: one\ndescription: One.\nextends: startr\nseed: [1]\n')
    writeFileSync(join(folder, 'two.yaml'), 'name: two\nlists: [\n')
    const one = `${folder}/one.yaml:3 /extends must be the name of a scenario, but there is no startr. Did you mean starter?`
    const two = `${folder}/two.yaml:3 Flow sequence in block collection must be sufficiently indented and end with a ]`
    const what = `3 errors in 2 files. All are listed by: maildouble scenario check ${folder}`

    const server = await serve(['--log', 'json', '--scenario-dir', folder, '--scenario', 'fine'])
    const [line] = await server.printed(/^.*"notice".*$/m)
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', message: [what, one, two].join('\n') })
    expect((await listening(server)).scenario).toBe('fine')

    const refused = await serve(['--scenario-dir', folder, '--scenario', 'two'])
    expect(await refused.ended).toBe(1)
    expect(refused.err()).toBe(`maildouble: ${[what, two, one].join('\n')}\n`)
  })

  test('maildouble serve recreates its world when a watched scenario changes, and keeps the port', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maildouble-serve-'))
    folders.push(folder)
    writeFileSync(join(folder, 'shop.yaml'), 'name: shop\ndescription: The shop.\n')
    const server = await serve(['--log', 'json', '--watch', '--scenario-dir', folder, '--scenario', 'shop'])
    const { url, api_key } = await listening(server)
    writeFileSync(join(folder, 'shop.yaml'), 'name: shop\ndescription: The shop.\nlists: [{ name: New }]\n')
    await server.printed(/"type":"reload","files":\["shop.yaml"\],"scenario":"shop","renewed":true,"errors":\[\]/)
    const response = await fetch(`${url}/3.0/lists`, { headers: { authorization: `Bearer ${api_key}` } })
    expect(((await response.json()) as Body).lists[0].name).toBe('New')
  })
})
