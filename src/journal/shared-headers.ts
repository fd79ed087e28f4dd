import type { HeaderSet } from './header-sets.ts'

/** Counts how many steps share each set of headers, so that its size is counted once. */
export class SharedHeaders {
  readonly #sharing = new Map<HeaderSet, number>()

  /** Adds a step with these headers. Returns how many bytes that adds. */
  share(headers: HeaderSet): number {
    const sharing = this.#sharing.get(headers) ?? 0
    this.#sharing.set(headers, sharing + 1)
    return sharing === 0 ? headers.weight : 0
  }

  /** Removes a step with these headers. Returns how many bytes that frees. */
  release(headers: HeaderSet): number {
    const others = (this.#sharing.get(headers) ?? 1) - 1
    if (others > 0) {
      this.#sharing.set(headers, others)
      return 0
    }
    this.#sharing.delete(headers)
    return headers.weight
  }

  /** Removes all steps. */
  clear(): void {
    this.#sharing.clear()
  }
}
