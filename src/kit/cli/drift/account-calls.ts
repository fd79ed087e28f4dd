import { realDelay, realNow } from '../../../kernel/support/time.ts'
import { abortablePause } from '../../client/platform.ts'
import { socketSend } from '../../drift/run/send.ts'
import type { TransportOptions } from '../../drift/run/transport.ts'
import { progressBar } from './progress.ts'

/** Options of a command that calls an account of the service. */
export interface AccountOptions {
  /** The address of the service, up to `/3.0`. */
  readonly against: string
  readonly keyEnv?: string
  /** Calls per second, or no limit. */
  readonly rate: number | 'none'
  readonly maxCalls: number
}

/**
 * Runs a function that calls an account. A bar shows its calls until `clear` is called, or until it ends, and a signal stops it. A second signal
 * ends the process at once.
 */
export async function withAccount<Result>(
  options: AccountOptions,
  work: (calls: Omit<TransportOptions, 'remark'>, clear: () => void) => Promise<Result>,
): Promise<Result> {
  const { against, rate, maxCalls } = options
  const key = readKey(options)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const { send, close } = socketSend()
  const bar = progressBar(process.stderr, maxCalls)
  const calls = {
    base: new URL(against),
    key,
    send,
    // The time of this machine.
    clock: {
      now: realNow,
      wait: (ms: number, signal?: AbortSignal) => (signal ? abortablePause(ms, signal) : realDelay(ms)),
    },
    rate: rate === 'none' ? undefined : rate,
    maxCalls,
    signal: interrupted.signal,
    onCall: bar.show,
  }
  try {
    return await work(calls, bar.clear)
  } finally {
    bar.clear()
    close()
  }
}

/** The key of the account. It is never an argument: arguments are visible to other users of the machine. */
function readKey({ keyEnv }: AccountOptions): string {
  if (keyEnv === undefined) throw new Error('An API key is missing. Name the environment variable that holds it with --key-env.')
  if (!/^\w+$/.test(keyEnv))
    throw new Error('--key-env takes the name of an environment variable, such as API_KEY, not the key itself.')
  const key = (process.env[keyEnv] ?? '').trim()
  if (key === '') throw new Error(`The environment variable ${keyEnv} is empty. It should hold an API key.`)
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('The API key has characters that no key has.')
  return key
}
