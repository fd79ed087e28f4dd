import type { DoubleEvent } from '../../double/events.ts'
import type { RunningServer } from '../../double/start.ts'
import type { ServeOptions } from './options.ts'

/** The log of `serve`. */
export interface ServerLog {
  readonly listening: (server: RunningServer, options: ServeOptions) => void
  /** An event in a world; without this method, events are not recorded. */
  readonly event?: (event: DoubleEvent) => void
  /** A defect or a notice. */
  readonly message: (text: string) => void
  /** The process received a signal to stop, or its standard input has ended. */
  readonly stopping: (cause: NodeJS.Signals | 'stdin') => void
  /** Resolves when everything has left this process. */
  readonly end: () => Promise<void>
}

export function droppedNotice(count: number): string {
  return `${count} ${count === 1 ? 'line was' : 'lines were'} dropped here: the reader was too slow.`
}

/** Whether a message reports a bug of maildouble, rather than a notice. */
export function isDefect(message: string): boolean {
  return message.startsWith('DEFECT')
}
