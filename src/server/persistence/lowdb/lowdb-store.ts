import { rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Millis } from '../../../kernel/support/time.ts'
import { NameOwners } from './name-owners.ts'
import { readStoredFields } from './world-text.ts'
import {
  type NameOwner,
  type Records,
  type Store,
  type StoreChange,
  type StoredWorld,
  StoreError,
  UnreadableWorld,
  type StoreVersion,
} from '../store.ts'
import {
  gonePath,
  isId,
  makeDataFolder,
  quarantineFile,
  readFolder,
  type ReadFolderOptions,
  type UnreadableFile,
  worldPath,
  GoneFile,
} from './data-folder.ts'
import { DataLock } from './data-lock.ts'
import { explainFileError, syncFolder } from './replace-file.ts'
import { SavedWorldFile } from './saved-file.ts'

/** Runs work of the same name one after the other. */
class Queue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs work once all earlier work of the same name has ended. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).catch(() => {}).then(work)
    this.#last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name)
    }
  }

  /** Resolves when nothing is running. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values())
  }
}

/** Opens a data folder exclusively. Throws a `StoreError` if another process holds it. */
export async function openLowdbStore(folder: string, options: ReadFolderOptions): Promise<Store> {
  const path = resolve(folder)
  await makeDataFolder(path)
  const lock = await locked(path)
  try {
    const { worlds, unreadable, gone } = await readFolder(path, options)
    const owners = new NameOwners(gone)
    const saved = [...worlds].map(([id, data]): [string, SavedWorldFile] => {
      // A restored backup may claim names that another world has been given since.
      const names = new Set(owners.give(id, data.names))
      return [id, new SavedWorldFile(id, worldPath(path, id), { ...data, names }, () => lock.check())]
    })
    // Names of unreadable worlds still belong to them unless another world has them.
    for (const [id, { names }] of unreadable) owners.give(id, names)
    return new LowdbStore(path, lock, { worlds: new Map(saved), unreadable: new Map(unreadable), owners })
  } catch (error) {
    await lock.release()
    if (error instanceof StoreError) throw error
    throw new StoreError(`The worlds in ${path} cannot be read: ${explainFileError(error)}.`, { cause: error })
  }
}

async function locked(folder: string): Promise<DataLock> {
  try {
    return await DataLock.take(folder)
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(`The folder ${folder} cannot be locked: ${explainFileError(error)}.`, { cause: error })
  }
}

interface OpenedFolder {
  readonly worlds: Map<string, SavedWorldFile>
  readonly unreadable: Map<string, UnreadableFile>
  readonly owners: NameOwners
}

/** Stores each world in its own file. */
class LowdbStore implements Store {
  readonly isShared = false
  readonly #folder: string
  readonly #lock: DataLock
  readonly #worlds: Map<string, SavedWorldFile>
  readonly #unreadable: Map<string, UnreadableFile>
  readonly #owners: NameOwners
  readonly #gone: GoneFile
  readonly #queue = new Queue()
  #isClosed = false

  constructor(folder: string, lock: DataLock, { worlds, unreadable, owners }: OpenedFolder) {
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

  async version(id: string): Promise<StoreVersion | undefined> {
    return this.#worlds.get(id)?.version
  }

  read(id: string, since?: StoreVersion): Promise<StoredWorld | undefined> {
    return this.#queue.run(id, async () => {
      this.#assertReadable(id)
      return this.#worlds.get(id)?.read(since)
    })
  }

  async readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>> {
    return readStoredFields(ids, names, (id) => this.#worlds.get(id)?.lines)
  }

  write(change: StoreChange): Promise<StoreVersion | undefined> {
    return this.#queue.run(change.id, async () => {
      this.#assertReadable(change.id)
      const world = this.#worlds.get(change.id)
      if (world?.version !== change.from) return undefined
      return this.#attempt(change.id, 'cannot be saved', () => this.#write(change, world))
    })
  }

  remove(id: string): Promise<void> {
    return this.#queue.run(id, async () => {
      this.#assertReadable(id)
      if (!this.#worlds.has(id)) return
      await this.#attempt(id, 'cannot be deleted', async () => {
        await this.#lock.check()
        await this.#recordGone(this.#worlds.get(id)?.names ?? [])
        await rm(worldPath(this.#folder, id), { force: true })
        await syncFolder(dirname(worldPath(this.#folder, id)))
        this.#drop(id)
      })
    })
  }

  quarantine(id: string): Promise<string> {
    return this.#queue.run(id, () =>
      this.#attempt(id, 'cannot be moved aside', async () => {
        const found = this.#worlds.get(id) ?? this.#unreadable.get(id)
        if (!found) throw new StoreError('There is no such world.')
        await this.#lock.check()
        await this.#recordGone([...found.names].filter((name) => this.#isOwnedBy(id, name)))
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

  /** No other process can hold the claim. */
  async claim(): Promise<boolean> {
    return true
  }

  async release(): Promise<void> {}

  /** No other process can write. */
  subscribe(): void {}

  placeOf(id: string): string {
    return worldPath(this.#folder, id)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#queue.idle()
    await this.#lock.release()
  }

  async #write(change: StoreChange, world: SavedWorldFile | undefined): Promise<StoreVersion> {
    const { gained, lost } = this.#owners.effectOf(change.id, change.names)
    // Reserve the new names now, so that a concurrent write doesn't get them.
    this.#owners.give(change.id, gained)
    try {
      // Before the world loses them: if a name is both gone and owned, the owner wins.
      await this.#recordGone(lost)
      const saved = world ?? SavedWorldFile.create(change.id, worldPath(this.#folder, change.id), () => this.#lock.check())
      await saved.write(change, gained, lost)
      this.#worlds.set(change.id, saved)
      this.#owners.disown(lost)
      return saved.version
    } catch (error) {
      this.#owners.disown(gained)
      throw error
    }
  }

  /** Records names as gone before they lose their owner. */
  async #recordGone(names: Iterable<string>): Promise<void> {
    const lost = [...names]
    if (lost.length === 0) return
    if (this.#owners.recordGone(lost)) this.#gone.add()
    // All names that have been added while one write runs share the next one.
    await this.#queue.run('gone names', () => this.#gone.write())
  }

  #drop(id: string): void {
    const found = this.#worlds.get(id) ?? this.#unreadable.get(id)
    // Other worlds may own some of the names of an unreadable world.
    this.#owners.disown([...(found?.names ?? [])].filter((name) => this.#isOwnedBy(id, name)))
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

  async #attempt<T>(id: string, what: string, work: () => Promise<T>): Promise<T> {
    if (!isId(id)) throw new StoreError(`The world ${JSON.stringify(id)} ${what}: this is not a valid world id.`)
    if (this.#isClosed) throw new StoreError(`The world ${id} ${what}: the folder ${this.#folder} was closed.`)
    try {
      return await work()
    } catch (error) {
      const reason = error instanceof StoreError ? error.message : `${explainFileError(error)}.`
      throw new StoreError(`The world ${id} ${what} in ${this.placeOf(id)}: ${reason} What was saved before is unchanged.`, {
        cause: error,
      })
    }
  }
}
