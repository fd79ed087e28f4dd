import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEADLINE_MS } from '../deadline.ts'
import { builtProgram } from '../server/program.ts'
import { freePort } from '../servers/free-port.ts'

/** The scripts of the section, in their order. */
const [, section = ''] = /\n## Stop the server\n([\s\S]*?)\n## /.exec(readFileSync('docs/running.md', 'utf8')) ?? []
const scripts = [...section.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, script = '']) => script)
const TESTS = /^# \.\.\. your tests.*$/m

/** A project in which the package is installed as npm does it. */
const project = mkdtempSync(join(tmpdir(), 'maildouble-stop-'))
beforeAll(async () => {
  const program = await builtProgram()
  const bin = join(project, 'node_modules', '.bin', 'maildouble')
  mkdirSync(dirname(bin), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  chmodSync(program, 0o755)
  symlinkSync(program, bin)
})
afterAll(() => rmSync(project, { recursive: true }))

/** Whether a server answers. */
function isUp(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/_control/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Runs a script of the page. In place of the tests, the script waits for the server, reports it, and runs the given command. */
async function scriptUp(script: string, then: string) {
  const port = await freePort()
  const waits = `until curl --silent --fail --output /dev/null http://127.0.0.1:4030/_control/health; do :; done\necho up\n${then}`
  const shell = spawn('bash', ['-c', script.replace(TESTS, waits).replaceAll('4030', String(port))], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<number | null>((done) => shell.once('exit', done))
  let out = ''
  shell.stdout.on('data', (data) => (out += String(data)))
  await expect.poll(() => out, { timeout: DEADLINE_MS }).toMatch(/^up$/m)
  return { port, shell, ended }
}

function isDown(port: number): Promise<void> {
  return expect.poll(() => isUp(port), { timeout: DEADLINE_MS }).toBe(false)
}

describe('docs/running.md on stopping a server', () => {
  test('docs/running.md shows three scripts that stop a server', () => {
    expect(scripts.map((script) => TESTS.test(script))).toEqual([true, true, true])
  })

  test.each([
    ['the program itself', 0],
    ['the process group of npx', 1],
    ['the pipe of --stdin-end', 2],
  ])('a script of docs/running.md stops the server: %s', async (_, i) => {
    const { port, shell, ended } = await scriptUp(scripts[i] ?? '', 'read -r go')
    expect(await isUp(port)).toBe(true)
    shell.stdin.end('go\n')
    await isDown(port)
    await ended
  })

  test('a server with --stdin-end stops with its script, even if the script is killed', async () => {
    const { port, shell, ended } = await scriptUp(scripts[2] ?? '', 'read -r go')
    expect(await isUp(port)).toBe(true)
    shell.kill('SIGKILL')
    await isDown(port)
    await ended
  })
})

test('a server with --stdin-end answers calls in flight, says why it stops, and exits with 0', async () => {
  const child = spawn('npx', ['maildouble', 'serve', '--port', '0', '--log', 'json', '--stdin-end'], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  let out = ''
  child.stdout.on('data', (data) => (out += String(data)))
  await expect.poll(() => out, { timeout: DEADLINE_MS }).toContain('"type":"listening"')
  child.stdin.end()
  expect(await ended).toBe(0)
  expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({ level: 'info', type: 'stopping', stdin: 'end' })
})

describe('the log of a server that stops', () => {
  const CALLS = 500

  /** A server that was called, with the answer to its last call just received. */
  async function called(...options: string[]) {
    const child = spawn(process.execPath, [await builtProgram(), 'serve', '--port', '0', '--log', 'json', ...options], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    // All of its output has been read.
    const ended = new Promise<number | null>((done) => child.once('close', done))
    let out = ''
    child.stdout.on('data', (data) => (out += String(data)))
    await expect.poll(() => out, { timeout: DEADLINE_MS }).toContain('"type":"listening"')
    const { url, api_key } = JSON.parse(out) as { url: string; api_key: string }
    const call = async (): Promise<void> => {
      await (await fetch(`${url}/3.0/ping`, { headers: { authorization: `Bearer ${api_key}` } })).text()
    }
    const calls = async (): Promise<void> => {
      for (let i = 0; i < CALLS; i++) await call()
    }
    const lines = () => out.split('\n').filter((line) => line.includes('"type":"call"')).length
    return { child, ended, calls, lines }
  }

  test.each([
    ['a signal', 'SIGTERM'],
    ['the end of its standard input', undefined],
  ] as const)('has a line for each answered call after %s', async (_, signal) => {
    const { child, ended, calls, lines } = await called(...(signal ? [] : ['--stdin-end']))
    await calls()
    if (signal) child.kill(signal)
    else child.stdin.end()
    expect(await ended).toBe(0)
    expect(lines()).toBe(CALLS)
  })

  test('has a line for each answered call if its reader has read nothing until then', async () => {
    const { child, ended, calls, lines } = await called()
    child.stdout.pause()
    // More than a pipe holds.
    await calls()
    child.kill('SIGTERM')
    child.stdout.resume()
    expect(await ended).toBe(0)
    expect(lines()).toBe(CALLS)
  })
})
