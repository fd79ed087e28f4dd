import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { rolldown } from 'rolldown'
import { onTestFinished } from 'vitest'

let programPath: Promise<string> | undefined

/** A process that runs `folder-process.ts`. */
export interface FolderProcess {
  readonly child: ChildProcess
  /** Sends it a command and resolves to its next output. */
  readonly say: (command: string) => Promise<string>
  /** Kills it as the system does when memory runs out, and resolves once it is gone. */
  readonly kill: () => Promise<void>
}

/** Starts a process that opens and closes a folder on command. */
export async function startFolderProcess(folder: string, { shell = '' } = {}): Promise<FolderProcess> {
  const program = await (programPath ??= bundleProgram())
  const command = [process.execPath, program, folder]
  const [file = '', ...args] = shell === '' ? command : ['/bin/sh', '-c', `${shell} exec "$@"`, 'sh', ...command]
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => String((await lines.next()).value)
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  await next()
  return {
    child,
    kill,
    say: (text) => {
      child.stdin.write(`${text}\n`)
      return next()
    },
  }
}

async function bundleProgram(): Promise<string> {
  const folder = resolve('.cache/folder-process', process.env['VITEST_POOL_ID'] ?? '0')
  const bundle = await rolldown({
    input: { main: 'test/persistence/folder-process.ts' },
    platform: 'node',
    external: /^node:/,
    logLevel: 'silent',
  })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' })
  await bundle.close()
  return resolve(folder, 'main.mjs')
}
