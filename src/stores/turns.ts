/** Lets those that ask for the same thing have it one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does something once all that was asked for before, of the same name, is over. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).catch(() => {}).then(work)
    this.#last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name)
    }
  }

  /** Resolves once nothing goes on. */
  async over(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values())
  }
}
