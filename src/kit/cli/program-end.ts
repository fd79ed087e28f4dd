/** How a program ended. */
export interface ProgramEnd {
  /** Its exit status; that of a shell if a signal ended it. */
  readonly status: number
  readonly signal: NodeJS.Signals | null
}

/** A signal interrupted this process while it ran a program. Everything is cleared up before this process ends as the program did. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly end: ProgramEnd

  constructor(end: ProgramEnd) {
    super('The command was interrupted.')
    this.end = end
  }
}

/** Ends this process as a program ended: with its exit status, or by the same signal. */
export function endLike({ status, signal }: ProgramEnd): void {
  process.exitCode = status
  if (signal) process.kill(process.pid, signal)
}
