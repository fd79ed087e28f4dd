/** Maximum number of tokens that are remembered. A sign-in page is valid for ten minutes. */
const TOKENS_MAX = 1_000

/** The CSRF tokens of the latest sign-in pages of a world, by page number. */
export class CsrfTokens {
  /** Created with the first token: most worlds have none. */
  #tokens: Map<number, string> | undefined

  add(number: number, token: string): void {
    const tokens = (this.#tokens ??= new Map())
    tokens.set(number, token)
    const [oldest] = tokens.keys()
    if (tokens.size > TOKENS_MAX && oldest !== undefined) tokens.delete(oldest)
  }

  of(number: number): string | undefined {
    return this.#tokens?.get(number)
  }

  /** Pairs of page numbers and tokens. */
  all(): Iterable<readonly [number, string]> {
    return this.#tokens ?? []
  }

  clear(): void {
    this.#tokens = undefined
  }
}
