/** Maximum number of tokens that are remembered. A sign-in page is valid for ten minutes. */
const TOKENS_MAX = 1_000

/** The CSRF tokens of the latest sign-in pages of a world, by page number. */
export class CsrfTokens {
  readonly #tokens = new Map<number, string>()

  add(number: number, token: string): void {
    this.#tokens.set(number, token)
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size > TOKENS_MAX && oldest !== undefined) this.#tokens.delete(oldest)
  }

  of(number: number): string | undefined {
    return this.#tokens.get(number)
  }

  /** Pairs of page numbers and tokens. */
  all(): Iterable<readonly [number, string]> {
    return this.#tokens
  }

  clear(): void {
    this.#tokens.clear()
  }
}
