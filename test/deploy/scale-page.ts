import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEADLINE_MS } from '../deadline.ts'
import { freePort } from '../servers/free-port.ts'
import { SHIPPED } from '../servers/haproxy.ts'

/** What the page shows, and the replacement in tests, since other tests use the machine at the same time. */
const PORTS = ['4030', '4031', '4032', '4033', '6390']
const FOLDER = '/tmp/scale'
const PROGRAM = 'dist/cli.js'
const SEPARATOR = '----8<----'

/** A step of the page, and its JSON output. */
export interface PageStep {
  readonly title: string
  readonly shell: string
  readonly answers: readonly unknown[]
}

/** The steps of docs/several-processes.md, in order. */
export function stepsOf(page: string): PageStep[] {
  const markdown = readFileSync(page, 'utf8')
  return [
    ...markdown.matchAll(/\*\*([^*]+?)\.?\*\*[^`]*?(?:`[^`]+`[^`]*?)*```sh\n([\s\S]+?)```\n(?:\n```json\n([\s\S]+?)```)?/g),
  ].map(([, title = '', shell = '', json = '']) => ({ title, shell, answers: linesIn(json) }))
}

/** Runs all steps in one shell as a reader would, with the given program instead of a build. Returns the output of each. */
export async function runSteps(steps: readonly PageStep[], program: string): Promise<unknown[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-scale-'))
  const free: string[] = []
  for (const _ of PORTS) free.push(String(await freePort()))
  const there = (text: string): string =>
    text
      .replaceAll(FOLDER, folder)
      .replaceAll(PROGRAM, program)
      .replaceAll(/\b(?:403[0-3]|6390)\b/g, (port) => free[PORTS.indexOf(port)] ?? port)
  // HAProxy uses the shipped configuration, with these ports.
  for (const file of readdirSync(SHIPPED)) writeFileSync(join(folder, file), there(readFileSync(join(SHIPPED, file), 'utf8')))
  const script = steps.map(({ shell }) => `${there(shell).replaceAll(SHIPPED, folder)}\necho '${SEPARATOR}'`).join('\n')
  // A process group of its own, so that all of it can be ended if a step fails.
  const child = spawn('bash', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const limit = setTimeout(() => endGroup(child.pid), DEADLINE_MS)
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text))
  try {
    const closed = once(child, 'close')
    const [code] = await once(child, 'exit')
    // What it has left running holds its output open.
    endGroup(child.pid)
    await closed
    const printed = texts.out.split(`${SEPARATOR}\n`).slice(0, -1)
    if (code !== 0 || printed.length < steps.length) throw new Error(`${texts.out}\n${texts.err}\n${logsIn(folder)}`)
    return printed.map(linesIn)
  } finally {
    clearTimeout(limit)
    endGroup(child.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends processes that a step started and no step ended. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // No process of it is left.
  }
}

function logsIn(folder: string): string {
  const logs = readdirSync(folder).filter((file) => file.endsWith('.log'))
  return logs.map((file) => `${file}:\n${readFileSync(join(folder, file), 'utf8').slice(-2_000)}`).join('\n')
}

function linesIn(text: string): unknown[] {
  const lines = text
    .trim()
    .replaceAll(/\}\s*\{/g, '}\n{')
    .split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
}
