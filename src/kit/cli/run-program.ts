import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { formatCount } from '../../kernel/support/words.ts'
import type { Maildouble } from '../client/connect.ts'
import type { World } from '../client/world.ts'
import type { RunningProxy } from '../proxy/proxy.ts'
import type { HostOptions } from './options.ts'
import { Interrupted, type ProgramEnd } from './program-end.ts'

/** A program of the user, with its arguments. */
export type ProgramCall = readonly [program: string, ...args: string[]]

/** The options of a run. */
export interface RunOptions extends HostOptions {
  readonly folder?: string
  readonly variables?: Readonly<Record<string, string>>
}

/**
 * Runs a program with the variables of a world. The output of the program is printed. If hosts are named, by the options or
 * by the vocabulary of the world, calls for them reach the world, and standard error tells which hosts were called.
 *
 * @throws Error if the program cannot be started, or if a signal interrupts this process.
 */
export async function runProgram(call: ProgramCall, world: World, options: RunOptions): Promise<ProgramEnd> {
  const { folder = process.cwd(), variables = {}, host, offline = false } = options
  const env = { ...process.env, ...world.variables, ...variables }
  const { vocabulary, credentials } = await world.settings.get()
  const hosts = host.length > 0 ? host : (vocabulary?.hosts ?? [])
  if (hosts.length === 0 && !offline) return start(call, folder, env)
  // The key of a program whose host is built in is unknown here, too.
  if (credentials !== 'any') await world.settings.update({ credentials: 'any' })
  const { openProxy } = await import('../proxy/open-proxy.ts')
  const proxy = await openProxy({ hosts, target: world.baseUrl, isOffline: offline, env })
  try {
    return await start(call, folder, { ...env, ...proxy.variables })
  } finally {
    await proxy.close()
    if (proxy.activity.size > 0) console.error(formatActivity(proxy.activity))
  }
}

/** Which hosts a program called, and what became of the calls, as text. */
function formatActivity(activity: RunningProxy['activity']): string {
  const room = Math.max(...[...activity.keys()].map(({ length }) => length))
  const rows = [...activity].map(([host, { answered, passed, refused, unused }]) => {
    const parts = [
      [answered, `${formatCount(answered, 'call')} answered here`],
      [passed, `${formatCount(passed, 'connection')} passed on`],
      [refused, `${formatCount(refused, 'connection')} refused`],
      [unused, `${formatCount(unused, 'connection')} without a call: does the program trust the authority?`],
    ] as const
    const said = parts.filter(([count]) => count > 0).map(([, text]) => text)
    return `  ${host.padEnd(room)}  ${said.join(', ')}`
  })
  return `maildouble: ${formatCount(activity.size, 'host was', 'hosts were')} called.\n${rows.join('\n')}`
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function start([program, ...args]: ProgramCall, folder: string, env: NodeJS.ProcessEnv): Promise<ProgramEnd> {
  let isInterrupted = false
  const passOn = (signal: NodeJS.Signals): void => {
    isInterrupted = true
    // A terminal sends it to both.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  // Before the program starts, since a signal may come as soon as it runs.
  for (const each of SIGNALS) process.on(each, passOn)
  // On Windows, npx and its like are scripts, which only a shell can start.
  const child = spawn(program, args, { cwd: folder, env, stdio: 'inherit', shell: process.platform === 'win32' })
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? `There is no program ${program}` : `${program} cannot be started (${error.message})`
      reject(new Error(`${why}. The command stands after --, as in: -- npm test`, { cause: error }))
    })
    child.on('close', (code, signal) => {
      const end = { status: code ?? 128 + (signal ? constants.signals[signal] : 0), signal }
      if (isInterrupted) reject(new Interrupted(end))
      else resolve(end)
    })
  })
  return ended.finally(() => SIGNALS.forEach((each) => process.off(each, passOn)))
}

/** How many calls all worlds of a server have got. */
export async function countCalls({ worlds }: Maildouble): Promise<number> {
  const verdicts = (await worlds.list()).map((world) => world.requests.verdict({ match: { via: 'http' } }))
  return (await Promise.all(verdicts)).reduce((sum, { matched }) => sum + matched, 0)
}

/** The problem of a program that never called its world; completes a sentence. */
export const NO_CALL =
  'made no call to the service. Does it use MAILDOUBLE_API_URL and MAILDOUBLE_API_KEY? If its host is built in, does --host match it? ' +
  'docs/languages.md tells which programs take no proxy.'

/** The words after `--` as a program. Throws if there are none. */
export function parseProgramCall([program, ...args]: readonly string[]): ProgramCall {
  if (program === undefined) throw new Error('A command is missing. It stands after --, as in: -- npm test')
  return [program, ...args]
}
