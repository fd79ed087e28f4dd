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
