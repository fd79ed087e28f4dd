import type { NameOwner, UnreadableWorld } from '../persistence/store.ts'
import { nameOfKey } from './names.ts'

/**
 * The worlds that are kept and could not be read, as far as this process knows. Calls for them are answered with 503 and the reason; other
 * worlds are not affected.
 */
export class UnreadableWorlds {
  readonly #errors = new Map<string, UnreadableWorld>()
  #ownerOf: (name: string) => Promise<NameOwner | undefined> = async () => undefined

  /** How many there are. */
  get size(): number {
    return this.#errors.size
  }

  /** All of them, in the order of their ids. */
  all(): UnreadableWorld[] {
    return [...this.#errors.values()].toSorted((a, b) => (a.world < b.world ? -1 : 1))
  }

  /** Why the world of an id can't be read; returns `undefined` if it can, or if there is none. */
  of(id: string): UnreadableWorld | undefined {
    return this.#errors.get(id)
  }

  /** Sets where it is looked up which world a name leads to. */
  findBy(ownerOf: (name: string) => Promise<NameOwner | undefined>): void {
    this.#ownerOf = ownerOf
  }

  /** Adds a world. */
  add(error: UnreadableWorld): void {
    this.#errors.set(error.world, error)
  }

  /** Takes a world out, which has been read since or isn't there any more. */
  delete(id: string): void {
    this.#errors.delete(id)
  }

  /** Throws if the world of an id can't be read. */
  assertReadable(id: string): void {
    const error = this.#errors.get(id)
    if (error) throw error
  }

  /** Throws if a name, such as that of an application, leads to a world that can't be read. */
  async assertNameReadable(name: string): Promise<void> {
    if (this.size === 0) return
    const owner = await this.#ownerOf(name)
    if (typeof owner === 'object') this.assertReadable(owner.id)
  }

  /** Throws if a key leads to a world that can't be read. */
  assertKeyReadable(key: string): Promise<void> {
    return this.assertNameReadable(nameOfKey(key))
  }
}
