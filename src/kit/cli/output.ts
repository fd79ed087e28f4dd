import { wrapLines } from '../../kernel/support/wrap-lines.ts'
import { styleText } from 'node:util'
import { delay } from '../../kernel/support/time.ts'

/** Maximum line width of the output. */
export const COLUMNS = 80

/** Wraps words into lines with a common indentation. */
export function wrapWords(text: string, indent = ''): string {
  return wrapLines(text.trim().replaceAll(/\s+/g, ' '), COLUMNS, { first: indent }).join('\n')
}

/** A name and its description in two columns. */
export function entry(name: string, text: string, room: number): string {
  const beside = wrapWords(text, ' '.repeat(room))
  return name.length + 1 < room ? name.padEnd(room) + beside.slice(room) : `${name}\n${beside}`
}

export type TextStyle = Parameters<typeof styleText>[0]

/** Styles text for a person at a terminal. A pipe, a file and `NO_COLOR` get plain text. */
export type Paint = (look: TextStyle, text: string) => string

/** Leaves text unstyled. */
export const plainText: Paint = (_, text) => text

/** The painter for a standard output stream. */
export function paintFor({ isTTY, hasColors }: Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>>): Paint {
  // The terminal's own method takes the environment into account.
  const isColourful = isTTY === true && hasColors?.(16) === true
  return isColourful ? (look, text) => styleText(look, text, { validateStream: false }) : plainText
}

/** A stream for lines: standard output or anything like it. */
export type Outlet = Pick<NodeJS.WriteStream, 'write' | 'on'>

/** Maximum number of characters buffered for a slow reader; further lines are dropped. */
const WAITING_MAX = 16 * 1024 * 1024

/** How long a line waits for others to be written with it. Nobody notices the delay, and a write takes as long as making ten lines. */
const GATHERING_MS = 20

/** Maximum number of lines that wait to be made. */
const GATHERED_MAX = 1_000

/** A line, or what makes it when it is written. */
type OutputLine = string | (() => string)

/** Prints lines in batches. Before the process exits, `flush` must write those that still wait. */
export class Lines {
  readonly #outlet: Outlet
  readonly #max: number
  #waiting: OutputLine[] = []
  /** Number of characters written to the outlet but not yet flushed. */
  #inFlight = 0
  /**
   * Number of dropped lines. Once lines are dropped, all are until the buffer is empty, so that the notice stands where they are
   * missing.
   */
  #dropped = 0
  #onDropped = (_count: number): void => {}
  #isBroken = false

  constructor(outlet: Outlet, max = WAITING_MAX) {
    this.#outlet = outlet
    this.#max = max
    // The reader has gone: `serve | head`.
    outlet.on('error', () => (this.#isBroken = true))
  }

  /** Calls back with the number of dropped lines, once everything written before has been read. */
  onDropped(tell: (count: number) => void): void {
    this.#onDropped = tell
  }

  /** Prints a line with the ones around it. */
  print(line: OutputLine): void {
    if (this.#isBroken) return
    if (this.#waiting.length === 0) delay(GATHERING_MS, () => this.flush())
    this.#waiting.push(line)
    if (this.#waiting.length === GATHERED_MAX) this.flush()
  }

  /** Writes the lines that wait. `done` is called once they have left this process. */
  flush(done?: () => void): void {
    const text = this.#takeText()
    if (this.#isBroken) return done?.()
    if (text === '' && !done) return
    this.#inFlight += text.length
    this.#outlet.write(text, () => {
      this.#inFlight -= text.length
      if (this.#inFlight === 0) this.#reportDropped()
      if (!done) return
      // A notice of dropped lines is a line as well.
      if (this.#waiting.length > 0) this.flush(done)
      else done()
    })
  }

  #takeText(): string {
    const lines = this.#waiting
    this.#waiting = []
    let text = ''
    for (const line of lines) {
      if (this.#dropped > 0 || this.#inFlight + text.length >= this.#max) this.#dropped++
      else text += `${typeof line === 'string' ? line : line()}\n`
    }
    return text
  }

  #reportDropped(): void {
    const count = this.#dropped
    this.#dropped = 0
    if (count > 0) this.#onDropped(count)
  }
}
