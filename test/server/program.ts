import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { compileScenarios } from '../../src/service/scenarios/read/compile-scenarios.ts'

let made: Promise<string> | undefined

/** The command line, bundled into a folder of this worker, so that it runs without a full build. */
export function program(): Promise<string> {
  return (made ??= bundled(resolve('.cache/program', process.env['VITEST_POOL_ID'] ?? '0')))
}

async function bundled(folder: string): Promise<string> {
  const external = /^(?:node:|yaml|@mswjs\/|vitest|@playwright\/test|@modelcontextprotocol\/)/
  const input = { cli: 'src/kit/cli/main.ts', preload: 'src/kit/proxy/preload.ts' }
  const bundle = await rolldown({ input, platform: 'node', external, logLevel: 'silent' })
  await bundle.write({ dir: folder, format: 'esm' })
  await bundle.close()
  for (const { path, text } of await compileScenarios('.')) {
    const file = resolve(folder, 'scenarios', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return resolve(folder, 'cli.js')
}

let built: Promise<string> | undefined

/** The command line as shipped: split into chunks and loaded as for users. */
export function builtProgram(): Promise<string> {
  return (built ??= buildPackage(resolve('.cache/package', process.env['VITEST_POOL_ID'] ?? '0')))
}

async function buildPackage(folder: string): Promise<string> {
  for (const step of ['bundle', 'scenarios']) await promisify(execFile)(process.execPath, [`build/${step}.mjs`, folder])
  return resolve(folder, 'cli.js')
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
  cli: string | Promise<string> = program(),
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
