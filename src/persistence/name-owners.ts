import type { NameOwner, StoreChange } from './store.ts'

/** So many names whose owner is gone are remembered as such, those of the last ones. */
const GONE_KEPT_MAX = 100_000

/** Whom names lead to. Of two worlds that want one the first keeps it, and nobody has it afterwards who does not ask for it anew. */
export class NameOwners {
  readonly #owners = new Map<string, string>()
  readonly #gone: Set<string>

  constructor(gone: Iterable<string> = []) {
    this.#gone = new Set(gone)
  }

  /** Names whose owner is gone. */
  get gone(): ReadonlySet<string> {
    return this.#gone
  }

  /** Whom a name leads to. */
  ownerOf(name: string): NameOwner | undefined {
    const id = this.#owners.get(name)
    if (id !== undefined) return { id }
    return this.#gone.has(name) ? 'gone' : undefined
  }

  /** What a change comes to: the names that a world gets, and those that it loses. */
  settle(id: string, { added, removed }: StoreChange['names']): { readonly gained: string[]; readonly lost: string[] } {
    const wanted = new Set(added)
    return {
      gained: [...wanted].filter((name) => !this.#owners.has(name)),
      lost: removed.filter((name) => this.#owners.get(name) === id && !wanted.has(name)),
    }
  }

  /** Gives names to a world, and answers those that it did get. */
  give(id: string, names: Iterable<string>): string[] {
    return [...names].filter((name) => {
      if (this.#owners.has(name)) return false
      this.#owners.set(name, id)
      return true
    })
  }

  /** Takes names back as if nobody had been given them. */
  takeBack(names: Iterable<string>): void {
    for (const name of names) this.#owners.delete(name)
  }

  /** Remembers that names lead nowhere once nobody has them. Answers whether anything was not known yet. */
  remember(names: readonly string[]): boolean {
    const before = this.#gone.size
    for (const name of names) this.#gone.add(name)
    const isNew = this.#gone.size > before
    for (const name of this.#gone) {
      if (this.#gone.size <= GONE_KEPT_MAX) break
      this.#gone.delete(name)
    }
    return isNew
  }
}
