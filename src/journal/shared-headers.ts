import type { HeaderSet } from './header-sets.ts'

/** How many steps share each set of headers. It weighs once, for as long as one of them is kept. */
export class SharedHeaders {
  readonly #sharing = new Map<HeaderSet, number>()

  /** One step more has these headers: so many bytes more. */
  share(headers: HeaderSet): number {
    const sharing = this.#sharing.get(headers) ?? 0
    this.#sharing.set(headers, sharing + 1)
    return sharing === 0 ? headers.weight : 0
  }

  /** A step that has these headers goes: so many bytes less. */
  release(headers: HeaderSet): number {
    const others = (this.#sharing.get(headers) ?? 1) - 1
    if (others > 0) {
      this.#sharing.set(headers, others)
      return 0
    }
    this.#sharing.delete(headers)
    return headers.weight
  }

  /** All of them have gone. */
  clear(): void {
    this.#sharing.clear()
  }
}
