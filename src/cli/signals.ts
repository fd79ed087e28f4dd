import { constants } from 'node:os'

/** Whatever hangs, the process is ended after so long: longer than a server needs to stop, and two seconds with room to spare. */
const END_MS_MAX = 1_250

/** One key press may come twice, from the terminal and from npm. */
const SAME_MS = 250

/** What a process does when it is told to stop. */
export interface Ending {
  readonly told: (signal: NodeJS.Signals) => void
  /** Ends what is going on. */
  readonly stop: () => Promise<void>
}

/** Ends the process when it is told to, after what is going on has come to its end; at once if it is told again. */
export function endOnSignals({ told, stop }: Ending): void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined
  for (const each of ['SIGINT', 'SIGTERM'] as const) {
    process.on(each, (signal) => {
      if (first?.signal === signal && performance.now() - first.at < SAME_MS) return
      if (first) process.exit(128 + constants.signals[signal])
      first = { signal, at: performance.now() }
      told(signal)
      setTimeout(() => process.exit(0), END_MS_MAX)
      void stop().finally(() => process.exit(0))
    })
  }
}
