/** Where lines go: standard output, or whatever can be written to like that. */
export type Outlet = Pick<NodeJS.WriteStream, 'write' | 'on'>

/** Prints lines, all those of one turn of the process at once: for a call each, writing takes longer than answering. */
export class Lines {
  readonly #outlet: Outlet
  #waiting = ''
  #isBroken = false

  constructor(outlet: Outlet) {
    this.#outlet = outlet
    // Whoever read them has gone: `serve | head`.
    outlet.on('error', () => (this.#isBroken = true))
  }

  /** Prints a line. */
  print(line: string): void {
    if (this.#waiting === '') setImmediate(() => this.flush())
    this.#waiting += `${line}\n`
  }

  /** Prints what waits; `done` is called once it has left this process. */
  flush(done?: () => void): void {
    const text = this.#waiting
    this.#waiting = ''
    if (this.#isBroken) done?.()
    else if (text !== '' || done) this.#outlet.write(text, () => done?.())
  }
}
