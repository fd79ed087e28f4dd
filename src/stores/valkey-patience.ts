import { breathe, onceOver, realNow, type Millis } from '../support/time.ts'

/** The time that one call has in all, whatever it has to wait for. */
export class Patience {
  /** When it is over. */
  readonly until: Millis
  /** Whether it is over. */
  isOver = false
  readonly #cancel: () => void
  readonly #over: Promise<never>

  constructor(ms: Millis) {
    this.until = realNow() + ms
    let giveUp = () => {}
    this.#over = new Promise((_, reject) => {
      giveUp = () => {
        this.isOver = true
        reject(new Error(`${ms} ms are over`))
      }
    })
    this.#over.catch(() => {})
    this.#cancel = onceOver(ms, () => {
      // This process may be what was late: what has come in by now is looked at first.
      void breathe().then(breathe).then(giveUp)
    })
  }

  /** Waits for something; throws when the time is over before it. */
  wait<T>(awaited: Promise<T>): Promise<T> {
    return Promise.race([awaited, this.#over])
  }

  /** Nothing is waited for any more. */
  end(): void {
    this.#cancel()
  }
}
