import { rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Millis } from '../../support/time.ts'
import { NameOwners } from '../name-owners.ts'
import { readFieldsOf } from '../read-fields.ts'
import {
  type NameOwner,
  type Records,
  type Store,
  type StoreChange,
  type Stored,
  StoreError,
  UnreadableWorld,
  type Version,
} from '../store.ts'
import { gonePath, isId, makeFolder, readFolder, type FolderContents, type UnreadableFile, worldPath } from './data-folder.ts'
import { DataLock, type LockOptions } from './data-lock.ts'
import { GoneFile } from './gone-file.ts'
import { quarantineFile } from './quarantine.ts'
import { reasonOf, syncFolder } from './replace-file.ts'
import { SavedWorldFile } from './saved-file.ts'

/** Lets those that ask for the same thing have it one after the other. */
export class Queue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does something once all that was asked for before, of the same name, is over. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).catch(() => {}).then(work)
    this.#last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name)
    }
  }

  /** Resolves once nothing goes on. */
  async over(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values())
  }
}

/** Opens a folder of worlds for this process alone; throws a `StoreError` if another one has it. */
export async function openLowdbStore(folder: string, options: FolderContents & LockOptions): Promise<Store> {
  const path = resolve(folder)
  await makeFolder(path)
  const lock = await locked(path, options)
  try {
    const { worlds, unreadable, gone } = await readFolder(path, options)
    const owners = new NameOwners(gone)
    const kept = [...worlds].map(([id, data]): [string, SavedWorldFile] => {
      // A copy that was put back may claim what another world has got since.
      const names = new Set(owners.give(id, data.names))
      return [id, new SavedWorldFile(id, worldPath(path, id), { ...data, names }, () => lock.check())]
    })
    // Those of worlds that can't be read lead there still, unless another world has them.
    for (const [id, { names }] of unreadable) owners.give(id, names)
    return new LowdbStore(path, lock, { worlds: new Map(kept), unreadable: new Map(unreadable), owners })
  } catch (error) {
    await lock.release()
    if (error instanceof StoreError) throw error
    throw new StoreError(`The worlds in ${path} cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
}

async function locked(folder: string, options: LockOptions): Promise<DataLock> {
  try {
    return await DataLock.take(folder, options)
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(`The folder ${folder} cannot be locked: ${reasonOf(error)}.`, { cause: error })
  }
}

/** What a folder held when it was opened. */
interface Found {
  readonly worlds: Map<string, SavedWorldFile>
  readonly unreadable: Map<string, UnreadableFile>
  readonly owners: NameOwners
}

/** Keeps each world in a file of its own. */
class LowdbStore implements Store {
  readonly isShared = false
  readonly #folder: string
  readonly #lock: DataLock
  readonly #worlds: Map<string, SavedWorldFile>
  readonly #unreadable: Map<string, UnreadableFile>
  readonly #owners: NameOwners
  readonly #gone: GoneFile
  readonly #turns = new Queue()
  #isClosed = false

  constructor(folder: string, lock: DataLock, { worlds, unreadable, owners }: Found) {
    this.#folder = folder
    this.#lock = lock
    this.#worlds = worlds
    this.#unreadable = unreadable
    this.#owners = owners
    this.#gone = new GoneFile(gonePath(folder), owners.gone, () => lock.check())
  }

  async ids(): Promise<readonly string[]> {
    return [...this.#worlds.keys(), ...this.#unreadable.keys()].toSorted()
  }

  async version(id: string): Promise<Version | undefined> {
    return this.#worlds.get(id)?.version
  }

  read(id: string, since?: Version): Promise<Stored | undefined> {
    return this.#turns.take(id, async () => {
      this.#assertReadable(id)
      return this.#worlds.get(id)?.read(since)
    })
  }

  async readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>> {
    return readFieldsOf(ids, names, (id) => this.#worlds.get(id)?.lines)
  }

  write(change: StoreChange): Promise<Version | undefined> {
    return this.#turns.take(change.id, async () => {
      this.#assertReadable(change.id)
      const world = this.#worlds.get(change.id)
      if (world?.version !== change.from) return undefined
      return this.#doing(change.id, 'cannot be kept', () => this.#write(change, world))
    })
  }

  remove(id: string): Promise<void> {
    return this.#turns.take(id, async () => {
      this.#assertReadable(id)
      if (!this.#worlds.has(id)) return
      await this.#doing(id, 'cannot be taken out', async () => {
        await this.#lock.check()
        await this.#forget(this.#worlds.get(id)?.names ?? [])
        await rm(worldPath(this.#folder, id), { force: true })
        await syncFolder(dirname(worldPath(this.#folder, id)))
        this.#drop(id)
      })
    })
  }

  quarantine(id: string): Promise<string> {
    return this.#turns.take(id, () =>
      this.#doing(id, 'cannot be set aside', async () => {
        const found = this.#worlds.get(id) ?? this.#unreadable.get(id)
        if (!found) throw new StoreError('There is no such world.')
        await this.#lock.check()
        await this.#forget([...found.names].filter((name) => this.#isOwnedBy(id, name)))
        const place = await quarantineFile(this.#folder, worldPath(this.#folder, id), id)
        this.#drop(id)
        return place
      }),
    )
  }

  async ownerOf(name: string): Promise<NameOwner | undefined> {
    return this.#owners.ownerOf(name)
  }

  async gone(): Promise<readonly string[]> {
    return [...this.#owners.gone]
  }

  async dueBy(until: Millis, limit: number): Promise<readonly string[]> {
    return [...this.#worlds]
      .flatMap(([id, { due }]) => (due !== undefined && due <= until ? [{ id, due }] : []))
      .toSorted((a, b) => a.due - b.due)
      .slice(0, limit)
      .map(({ id }) => id)
  }

  /** There is nobody else who could have taken it on. */
  async claim(): Promise<boolean> {
    return true
  }

  async release(): Promise<void> {}

  /** There is nobody else to hear of. */
  follow(): void {}

  placeOf(id: string): string {
    return worldPath(this.#folder, id)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#turns.over()
    await this.#lock.release()
  }

  async #write(change: StoreChange, world: SavedWorldFile | undefined): Promise<Version> {
    const { gained, lost } = this.#owners.settle(change.id, change.names)
    // Whoever wants one of them meanwhile is second.
    this.#owners.give(change.id, gained)
    try {
      // Before the world loses them: a name that is gone and has an owner as well has that owner.
      await this.#forget(lost)
      const kept = world ?? SavedWorldFile.fresh(change.id, worldPath(this.#folder, change.id), () => this.#lock.check())
      await kept.write(change, gained, lost)
      this.#worlds.set(change.id, kept)
      this.#owners.takeBack(lost)
      return kept.version
    } catch (error) {
      this.#owners.takeBack(gained)
      throw error
    }
  }

  /** Remembers names before nobody has them any more. */
  async #forget(names: Iterable<string>): Promise<void> {
    const lost = [...names]
    if (lost.length === 0) return
    if (this.#owners.remember(lost)) this.#gone.add()
    await this.#gone.write()
  }

  #drop(id: string): void {
    const found = this.#worlds.get(id) ?? this.#unreadable.get(id)
    // Of a world that can't be read, others may have some of its names.
    this.#owners.takeBack([...(found?.names ?? [])].filter((name) => this.#isOwnedBy(id, name)))
    this.#worlds.delete(id)
    this.#unreadable.delete(id)
  }

  #isOwnedBy(id: string, name: string): boolean {
    const owner = this.#owners.ownerOf(name)
    return typeof owner === 'object' && owner.id === id
  }

  #assertReadable(id: string): void {
    const unreadable = this.#unreadable.get(id)
    if (unreadable) throw new UnreadableWorld(id, unreadable.reason, unreadable.remedy)
  }

  async #doing<T>(id: string, what: string, work: () => Promise<T>): Promise<T> {
    if (!isId(id)) throw new StoreError(`The world ${JSON.stringify(id)} ${what}: this is no id of a world.`)
    if (this.#isClosed) throw new StoreError(`The world ${id} ${what}: the folder ${this.#folder} was closed.`)
    try {
      return await work()
    } catch (error) {
      const reason = error instanceof StoreError ? error.message : `${reasonOf(error)}.`
      throw new StoreError(`The world ${id} ${what} in ${this.placeOf(id)}: ${reason} What was kept before is as it was.`, {
        cause: error,
      })
    }
  }
}
