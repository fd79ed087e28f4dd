import { styleText } from 'node:util'

/** What is printed fits into so many columns. */
export const COLUMNS = 80

/** Lays words out in lines that fit, each of which begins with the same indentation. */
export function wrapped(text: string, indent = '', width = COLUMNS): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, indent + line].join('\n')
}

/** A name with what is said of it beside it, in lines that fit. */
export function entry(name: string, text: string, room: number): string {
  const beside = wrapped(text, ' '.repeat(room))
  return name.length + 1 < room ? name.padEnd(room) + beside.slice(room) : `${name}\n${beside}`
}

/** A share as a bar. */
export function bar(percent: number, width: number): string {
  const full = Math.floor((percent * width) / 100)
  return '█'.repeat(full) + '░'.repeat(width - full)
}

/** How words can look. */
export type Look = Parameters<typeof styleText>[0]

/** Colours what is read by a person at a terminal; a pipe, a file and whoever sets `NO_COLOR` get plain text. */
export type Paint = (look: Look, text: string) => string

/** Leaves everything as it is. */
export const plain: Paint = (_, text) => text

/** How the standard output of this process is to be coloured. */
export function paintFor({ isTTY, hasColors }: Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>>): Paint {
  // What the environment wishes is known by the terminal's own method.
  const isColourful = isTTY === true && hasColors?.(16) === true
  return isColourful ? (look, text) => styleText(look, text, { validateStream: false }) : plain
}

/** Where lines go: standard output, or whatever can be written to like that. */
export type Outlet = Pick<NodeJS.WriteStream, 'write' | 'on'>

/** So many characters wait for a reader who is slower than the server; what comes then is left out. */
const WAITING_MAX = 16 * 1024 * 1024

/** Prints lines, all those of one turn of the process at once: for a call each, writing takes longer than answering. */
export class Lines {
  readonly #outlet: Outlet
  readonly #max: number
  #waiting = ''
  /** How many characters the outlet has been given and has not passed on. */
  #under = 0
  /** How many lines there was no room for. Until what waits has been read there will be none, so that it can be said where they are missing. */
  #leftOut = 0
  #tell = (_count: number): void => {}
  #isBroken = false

  constructor(outlet: Outlet, max = WAITING_MAX) {
    this.#outlet = outlet
    this.#max = max
    // Whoever read them has gone: `serve | head`.
    outlet.on('error', () => (this.#isBroken = true))
  }

  /** Calls back with how many lines were left out, once what was written before has been read. */
  onLeftOut(tell: (count: number) => void): void {
    this.#tell = tell
  }

  /** Prints a line. */
  print(line: string): void {
    if (this.#isBroken) return
    if (this.#leftOut > 0 || this.#under + this.#waiting.length >= this.#max) return void this.#leftOut++
    if (this.#waiting === '') setImmediate(() => this.flush())
    this.#waiting += `${line}\n`
  }

  /** Prints what waits; `done` is called once it has left this process. */
  flush(done?: () => void): void {
    const text = this.#waiting
    this.#waiting = ''
    if (this.#isBroken) return done?.()
    if (text === '' && !done) return
    this.#under += text.length
    this.#outlet.write(text, () => {
      this.#under -= text.length
      if (this.#under === 0) this.#confess()
      done?.()
    })
  }

  #confess(): void {
    const count = this.#leftOut
    this.#leftOut = 0
    if (count > 0) this.#tell(count)
  }
}
