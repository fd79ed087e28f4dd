import type { UnreadableWorld } from './store-errors.ts'

/**
 * The saved worlds that this process could not read. Calls to them are answered with 503 and the reason; other worlds are not
 * affected.
 */
export class UnreadableWorlds {
  readonly #errors = new Map<string, UnreadableWorld>()

  get size(): number {
    return this.#errors.size
  }

  /** The errors of all unreadable worlds, ordered by world id. */
  all(): UnreadableWorld[] {
    return [...this.#errors.values()].toSorted((a, b) => (a.world < b.world ? -1 : 1))
  }

  /** Returns why a world can't be read, or `undefined` if it can or does not exist. */
  of(id: string): UnreadableWorld | undefined {
    return this.#errors.get(id)
  }

  /** Adds a world that could not be read. */
  add(error: UnreadableWorld): void {
    this.#errors.set(error.world, error)
  }

  /** Removes a world that has been read since or no longer exists. */
  delete(id: string): void {
    this.#errors.delete(id)
  }

  /** Throws if a world can't be read. */
  assertReadable(id: string): void {
    const error = this.#errors.get(id)
    if (error) throw error
  }
}
