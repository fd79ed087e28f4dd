/** So many strings whose owner is gone are remembered as such. */
const GONE_KEPT_MAX = 100_000

/** Who gave out a string: keys, or ids of applications. */
export class Issued<Owner> {
  readonly #owners = new Map<string, Owner>()
  readonly #gone = new Set<string>()

  /** Who gave a string out, `gone` if it counts no more, `undefined` for one that nobody gave out. */
  ownerOf(text: string): Owner | 'gone' | undefined {
    return this.#owners.get(text) ?? (this.#gone.has(text) ? 'gone' : undefined)
  }

  /**
   * What an owner has given out is no longer what it was. Of two owners of one string the first keeps it: a fork holds the
   * tokens of the world it comes from, and they go on leading there, or nowhere.
   */
  change(owner: Owner, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const text of before) {
      if (after.has(text) || this.#owners.get(text) !== owner) continue
      this.#owners.delete(text)
      this.gone(text)
    }
    for (const text of after) {
      if (before.has(text) || this.#owners.has(text)) continue
      this.#owners.set(text, owner)
      this.#gone.delete(text)
    }
  }

  /** A string counts no more. */
  gone(text: string): void {
    if (this.#gone.size >= GONE_KEPT_MAX) this.#gone.clear()
    this.#gone.add(text)
  }

  /** Whoever asks for strings of an owner is told nothing any more. */
  forget(owner: Owner, texts: ReadonlySet<string>): void {
    for (const text of texts) if (this.#owners.get(text) === owner) this.#owners.delete(text)
  }
}
