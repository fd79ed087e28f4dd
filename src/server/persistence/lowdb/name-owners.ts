import type { NameOwner, StoreChange } from '../store.ts'

/** Maximum number of gone names that are remembered; the oldest are forgotten first. */
const GONE_MAX = 100_000

/**
 * The owner of each name. The first world that claims a name keeps it, and a name that becomes free is not handed to an
 * earlier contender.
 */
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

  ownerOf(name: string): NameOwner | undefined {
    const id = this.#owners.get(name)
    if (id !== undefined) return { id }
    return this.#gone.has(name) ? 'gone' : undefined
  }

  /** The effect of a change: the gained and the lost names of a world. */
  effectOf(id: string, { added, removed }: StoreChange['names']): { readonly gained: string[]; readonly lost: string[] } {
    const wanted = new Set(added)
    return {
      gained: [...wanted].filter((name) => !this.#owners.has(name)),
      lost: removed.filter((name) => this.#owners.get(name) === id && !wanted.has(name)),
    }
  }

  /** Gives names to a world. Returns the names that were free. */
  give(id: string, names: Iterable<string>): string[] {
    return [...names].filter((name) => {
      if (this.#owners.has(name)) return false
      this.#owners.set(name, id)
      return true
    })
  }

  /** Removes the owner of names without recording them as gone. */
  disown(names: Iterable<string>): void {
    for (const name of names) this.#owners.delete(name)
  }

  /** Records names as gone once they have no owner. Returns whether any of them is new. */
  recordGone(names: readonly string[]): boolean {
    const before = this.#gone.size
    for (const name of names) this.#gone.add(name)
    const isNew = this.#gone.size > before
    for (const name of this.#gone) {
      if (this.#gone.size <= GONE_MAX) break
      this.#gone.delete(name)
    }
    return isNew
  }
}
