/** A page of the sign-in is good for ten minutes: so many are remembered. */
const SEALS_MAX = 1_000

/** The seals of the latest pages that a world gave out, by the numbers of the pages. */
export class CsrfTokens {
  readonly #seals = new Map<number, string>()

  note(number: number, seal: string): void {
    this.#seals.set(number, seal)
    const [oldest] = this.#seals.keys()
    if (this.#seals.size > SEALS_MAX && oldest !== undefined) this.#seals.delete(oldest)
  }

  of(number: number): string | undefined {
    return this.#seals.get(number)
  }

  /** Pairs of numbers and seals. */
  all(): Iterable<readonly [number, string]> {
    return this.#seals
  }

  clear(): void {
    this.#seals.clear()
  }
}
