import type { DoubleEvent } from '../../server/events.ts'
import type { RunningServer } from '../../server/start.ts'
import type { ServeOptions } from './options.ts'

/** What `serve` tells of what it does. */
export interface ServerLog {
  /** It answers now. */
  readonly listening: (server: RunningServer, options: ServeOptions) => void
  /** Something happened in a world; nothing is listened to where this is missing. */
  readonly event?: (event: DoubleEvent) => void
  /** A defect or a notice. */
  readonly message: (text: string) => void
  /** It was told to stop. */
  readonly stopping: (signal: NodeJS.Signals) => void
  /** Resolves when all of it has left this process. */
  readonly end: () => Promise<void>
}

/** What is said where lines were left out. */
export function leftOut(count: number): string {
  return `${count} ${count === 1 ? 'line was' : 'lines were'} left out here: more was printed than was read.`
}

/** Whether a message is about a bug of maildouble; else it is a notice. */
export function isDefect(message: string): boolean {
  return message.startsWith('DEFECT')
}
