import { homedir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../../kernel/support/thrown.ts'
import { realDelay, realNow } from '../../../kernel/support/time.ts'
import { abortablePause } from '../../client/platform.ts'
import { readNotes } from '../../drift/story/left-behind.ts'
import { exitStatusOf } from '../../drift/result.ts'
import { runDrift } from '../../drift/run/drift.ts'
import { socketSend } from '../../drift/run/send.ts'
import type { RunClock, TransportOptions } from '../../drift/run/transport.ts'
import { readVocabularyFile } from '../../../service/scenarios/read/vocabulary-file.ts'
import { type ResultOptions, writeResult } from '../comparison/write.ts'
import { progressBar } from './progress.ts'

export interface DriftCliOptions extends ResultOptions {
  readonly against: string
  readonly keyEnv?: string
  readonly vocabulary?: string
  /** Calls per second, or no limit. */
  readonly rate: number | 'none'
  readonly maxCalls: number
  readonly values?: boolean
  readonly writes?: boolean
  readonly yes?: boolean
  /** The domain of the members that --writes adds. */
  readonly domain?: string
}

/** The time of this machine. */
export const REAL: RunClock = {
  now: realNow,
  wait: (ms, signal) => (signal ? abortablePause(ms, signal) : realDelay(ms)),
}

/** Compares a service with the contract and the double, and reports. A run that fails could not tell: its exit status is 2. */
export async function drift(options: DriftCliOptions): Promise<void> {
  try {
    await compare(options)
  } catch (error) {
    console.error(`maildouble: ${messageOf(error)}`)
    process.exitCode = exitStatusOf({ outcome: 'unknown' })
  }
}

async function compare(options: DriftCliOptions): Promise<void> {
  const { writes = false, yes = false, domain } = options
  if (!writes && domain !== undefined) throw new Error('--domain needs --writes, which adds members.')
  if (!writes && yes) throw new Error('--yes needs --writes: without it, nothing is changed and nothing is asked.')
  const notes = join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'maildouble', 'drift-writes')
  for (const left of await readNotes(notes)) console.error(`maildouble: ${left}`)
  const key = readKey(options)
  const vocabulary = options.vocabulary === undefined ? undefined : await readVocabularyFile(options.vocabulary)
  const base = new URL(options.against)
  const interrupted = new AbortController()
  // A second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const { send, close } = socketSend()
  const bar = progressBar(process.stderr, options.maxCalls)
  const transport: Omit<TransportOptions, 'remark'> = {
    base,
    key,
    send,
    clock: REAL,
    rate: options.rate === 'none' ? undefined : options.rate,
    maxCalls: options.maxCalls,
    signal: interrupted.signal,
    onCall: bar.show,
  }
  try {
    const shared = { ...transport, vocabulary, values: options.values ?? false }
    const result = writes
      ? await (await import('./writes.ts')).confirmAndWrite({ ...shared, domain: domain ?? 'example.com', notes }, yes, bar.clear)
      : await runDrift(shared)
    bar.clear()
    await writeResult(result, options)
  } finally {
    bar.clear()
    close()
  }
}

/** The key of the account. It is never an argument: arguments are visible to other users of the machine. */
export function readKey({ keyEnv }: Pick<DriftCliOptions, 'keyEnv'>): string {
  if (keyEnv === undefined) throw new Error('An API key is missing. Name the environment variable that holds it with --key-env.')
  if (!/^\w+$/.test(keyEnv))
    throw new Error('--key-env takes the name of an environment variable, such as API_KEY, not the key itself.')
  const key = (process.env[keyEnv] ?? '').trim()
  if (key === '') throw new Error(`The environment variable ${keyEnv} is empty. It should hold an API key.`)
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('The API key has characters that no key has.')
  return key
}
