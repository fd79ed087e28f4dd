import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { DEADLINE_MS } from '../deadline.ts'

let built: Promise<string> | undefined

/** The command line as shipped. It is built unless `dist` is up to date. */
export function builtProgram(): Promise<string> {
  return (built ??= build())
}

async function build(): Promise<string> {
  const lock = resolve('.cache/building')
  mkdirSync('.cache', { recursive: true })
  // The workers of a run share what is built.
  await vi.waitUntil(() => takes(lock), { timeout: DEADLINE_MS, interval: 100 })
  try {
    await promisify(execFile)(process.execPath, ['build/bundle-if-changed.mjs'])
  } finally {
    rmdirSync(lock)
  }
  return resolve('dist/cli.js')
}

function takes(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/** A process of `maildouble serve`: its output and its exit. */
export interface Process {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Resolves once standard output matches. */
  readonly printed: (what: RegExp) => Promise<RegExpExecArray>
  /** Resolves to its exit code, or to the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** Runs `maildouble serve` on a free port. */
export async function serveProcess(
  args: readonly string[],
  env: Record<string, string> = {},
  cli: string | Promise<string> = builtProgram(),
): Promise<Process> {
  const child = spawn(process.execPath, [await cli, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const texts = { out: '', err: '' }
  const ended = new Promise<number | NodeJS.Signals | null>((done) => child.once('close', (code, signal) => done(code ?? signal)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text))
  return {
    child,
    out: () => texts.out,
    err: () => texts.err,
    ended,
    printed: (what) =>
      new Promise((done, fail) => {
        const look = (): void => {
          const found = what.exec(texts.out)
          if (!found) return
          // With a line per call, the whole output would otherwise be searched again for each line.
          child.stdout.off('data', look)
          done(found)
        }
        child.stdout.on('data', look)
        void ended.then(() => fail(new Error(`It ended without printing ${String(what)}: ${texts.out}${texts.err}`)))
        look()
      }),
  }
}
