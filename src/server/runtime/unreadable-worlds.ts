import { type NameOwner, nameOfKey } from './names.ts'
import type { UnreadableWorld } from './store-errors.ts'

/**
 * The saved worlds that this process could not read. Calls to them are answered with 503 and the reason; other worlds are not
 * affected.
 */
export class UnreadableWorlds {
  readonly #errors = new Map<string, UnreadableWorld>()
  #ownerOf: (name: string) => Promise<NameOwner | undefined> = async () => undefined

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

  /** Sets the function that returns the world of a name. */
  lookUpNamesBy(ownerOf: (name: string) => Promise<NameOwner | undefined>): void {
    this.#ownerOf = ownerOf
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

  /** Throws if a name, such as a client id, belongs to an unreadable world. */
  async assertNameReadable(name: string): Promise<void> {
    if (this.size === 0) return
    const owner = await this.#ownerOf(name)
    if (typeof owner === 'object') this.assertReadable(owner.id)
  }

  /** Throws if a key belongs to a world that can't be read. */
  assertKeyReadable(key: string): Promise<void> {
    return this.assertNameReadable(nameOfKey(key))
  }
}
