import { constants } from 'node:os'
import { afterRunning } from '../../kernel/support/time.ts'

/** Time after which the process exits even if it hangs: more than a server needs to stop, and well below two seconds. */
const END_MS_MAX = 1_250

/** Two signals of one kind within this time are one key press, passed on by both the terminal and npm. */
const SAME_MS = 250

/** Callbacks for a signal to stop. */
interface SignalHandlers {
  readonly onSignal: (signal: NodeJS.Signals) => void
  /** Ends the work in progress. */
  readonly stop: () => Promise<void>
}

/** The process functions used here; tests replace them. */
interface ProcessFunctions {
  readonly on: (signal: 'SIGINT' | 'SIGTERM', listener: (signal: NodeJS.Signals) => void) => unknown
  readonly exit: (code: number) => void
  readonly now: () => number
}

const SELF: ProcessFunctions = {
  on: (signal, listener) => process.on(signal, listener),
  exit: (code) => process.exit(code),
  now: () => performance.now(),
}

/**
 * Exits on a signal to stop, after calls in flight have been answered. Exits at once on a second signal. The returned function does the
 * same as a first signal, for other reasons to stop; it returns `false` if the process is stopping already.
 */
export function endOnSignals({ onSignal, stop }: SignalHandlers, self: ProcessFunctions = SELF): () => boolean {
  let first: { readonly signal?: NodeJS.Signals; readonly at: number } | undefined
  const end = (signal?: NodeJS.Signals): boolean => {
    if (first) return false
    first = { at: self.now(), ...(signal ? { signal } : {}) }
    afterRunning(END_MS_MAX, () => self.exit(0))
    void stop().finally(() => self.exit(0))
    return true
  }
  for (const each of ['SIGINT', 'SIGTERM'] as const) {
    self.on(each, (signal) => {
      if (first?.signal === signal && self.now() - first.at < SAME_MS) return
      if (first) return self.exit(128 + constants.signals[signal])
      onSignal(signal)
      end(signal)
    })
  }
  return () => end()
}

/** Calls back when a stream ends: when a pipe is closed, as it is when the process at its other end has ended. */
export function callOnEnd(input: NodeJS.ReadableStream, ended: () => void): void {
  let isOver = false
  const over = (): void => {
    if (isOver) return
    isOver = true
    ended()
  }
  for (const event of ['end', 'close', 'error']) input.once(event, over)
  // What arrives is not needed, but has to be read to reach the end.
  input.resume()
}
