/**
 * A one-to-one mapping between words of the reference and words of a deployment. Other words stay unchanged. A chain of
 * renamings is closed to a cycle: if `a` becomes `b`, the deployment's `a` is no word of the reference and is read as `b`. So translating a
 * word there and back always returns it.
 *
 * @example
 * const words = new WordMap({ social_likes: 'likes' })
 * words.toDeployment('social_likes') // 'likes'
 * words.toReference('likes') // 'social_likes'
 */
export class WordMap {
  readonly #out = new Map<string, string>()
  readonly #in = new Map<string, string>()

  constructor(pairs: Readonly<Record<string, string>> = {}) {
    for (const [reference, deployed] of Object.entries(pairs)) {
      if (reference === deployed || this.#in.has(deployed)) continue
      this.#out.set(reference, deployed)
      this.#in.set(deployed, reference)
    }
    for (const end of this.#in.keys()) if (!this.#out.has(end)) this.#close(end)
  }

  /** The deployment's word for a word of the reference. */
  toDeployment(word: string): string {
    return this.#out.get(word) ?? word
  }

  /** The reference's word for a word of the deployment. */
  toReference(word: string): string {
    return this.#in.get(word) ?? word
  }

  /** Whether a word is one of `known`, or takes the place of one of them in either direction. */
  concerns(word: string, known: ReadonlySet<string>): boolean {
    let at = word
    do {
      if (known.has(at)) return true
      at = this.toDeployment(at)
    } while (at !== word)
    return false
  }

  #close(end: string): void {
    let start = end
    for (let before = this.#in.get(start); before !== undefined; before = this.#in.get(start)) start = before
    this.#out.set(end, start)
    this.#in.set(start, end)
  }
}
