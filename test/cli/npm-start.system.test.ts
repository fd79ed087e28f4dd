import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtProgram } from '../server/program.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

let folder: string

// Uses the script itself with an existing program, since other tests may use `dist` at the same time.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maildouble-start-'))
  for (const name of ['dist', 'build']) mkdirSync(join(folder, name))
  // Nothing is left to build.
  writeFileSync(join(folder, 'build/bundle-if-changed.mjs'), '')
  writeFileSync(join(folder, 'dist/cli.js'), `await import(${JSON.stringify(pathToFileURL(await builtProgram()).href)})\n`)
  const start = scripts['start'] ?? ''
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { start } }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Whether any process of a group is running. */
function isThere(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

test.each([
  ['SIGTERM', 'npm alone, as from a supervisor', 1],
  ['SIGINT', 'npm alone', 1],
  ['SIGINT', 'the whole group, as from a terminal', -1],
] as const)('`npm start` ends its server when %s reaches %s', async (signal, _whom, sign) => {
  const npm = spawn('npm', ['start', '--', '--port', '0', '--log', 'json'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = npm.pid ?? 0
  try {
    let said = ''
    npm.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    const exited = once(npm, 'exit')
    const closed = once(npm, 'close')
    const listening = new Promise<void>((done) => npm.stdout.on('data', () => said.includes('"listening"') && done()))
    await Promise.race([listening, closed])
    expect(said).toContain('"type":"listening"')
    process.kill(sign * group, signal)
    await exited
    await expect.poll(() => isThere(group)).toBe(false)
    await closed
    expect(said).toContain(`"type":"stopping","signal":"${signal}"`)
  } finally {
    if (isThere(group)) process.kill(-group, 'SIGKILL')
  }
})
