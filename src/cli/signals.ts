import { constants } from 'node:os'
import { afterRunning } from '../support/time.ts'

/** Time after which the process exits even if it hangs: more than a server needs to stop, and well below two seconds. */
const END_MS_MAX = 1_250

/** Two signals of one kind within this time are one key press, passed on by both the terminal and npm. */
const SAME_MS = 250

/** Callbacks for a signal to stop. */
export interface SignalHandlers {
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

/** Exits on a signal to stop, after calls in flight have been answered. Exits at once on a second signal. */
export function endOnSignals({ onSignal, stop }: SignalHandlers, self: ProcessFunctions = SELF): void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined
  for (const each of ['SIGINT', 'SIGTERM'] as const) {
    self.on(each, (signal) => {
      if (first?.signal === signal && self.now() - first.at < SAME_MS) return
      if (first) return self.exit(128 + constants.signals[signal])
      first = { signal, at: self.now() }
      onSignal(signal)
      afterRunning(END_MS_MAX, () => self.exit(0))
      void stop().finally(() => self.exit(0))
    })
  }
}
