import { Budget } from '../log/budget.ts'
import { JOURNAL_BYTES_MAX } from '../log/journal.ts'
import { ALL_LOGS_BYTES_MAX } from '../log/entries.ts'
import { clients } from '../../service/model/oauth/client.ts'
import { tokens } from '../../service/model/oauth/token.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Committed } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { listClientIds, listWorldKeys, listRevokedKeys } from './names.ts'
import { IN_MEMORY, type WorldPersistence } from './persistence.ts'
import { WorldHandle } from './world-handle.ts'
import type { UnreadableWorld } from './persistence-error.ts'
import type { LogBudgets } from '../log/log.ts'

/** Maximum number of strings that are remembered as invalid. */
const GONE_MAX = 100_000

/** Issued keys or client ids, each with its world. */
class IssuedStrings<Owner> {
  readonly #owners = new Map<string, Owner>()
  readonly #gone = new Set<string>()

  /** Returns the owner of a string, `gone` if it is no longer valid, or `undefined` if it was never issued. */
  ownerOf(text: string): Owner | 'gone' | undefined {
    return this.#owners.get(text) ?? (this.#gone.has(text) ? 'gone' : undefined)
  }

  /**
   * Updates the strings of an owner. If two owners have the same string, the first keeps it: a fork has the tokens of its parent
   * world, but they still belong to the parent.
   */
  update(owner: Owner, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const text of before) {
      if (after.has(text) || this.#owners.get(text) !== owner) continue
      this.#owners.delete(text)
      this.markGone(text)
    }
    for (const text of after) {
      if (before.has(text) || this.#owners.has(text)) continue
      this.#owners.set(text, owner)
      this.#gone.delete(text)
    }
  }

  /** Marks a string as no longer valid. */
  markGone(text: string): void {
    if (this.#gone.size >= GONE_MAX) this.#gone.clear()
    this.#gone.add(text)
  }

  /** Removes the strings of an owner without marking them as gone. */
  forget(owner: Owner, texts: ReadonlySet<string>): void {
    for (const text of texts) if (this.#owners.get(text) === owner) this.#owners.delete(text)
  }
}

/** How many times the memory of one journal the journals of all worlds may take. */
const FULL_JOURNALS = 16

/** Maximum number of worlds on a server. */
export const WORLDS_MAX = 1_000

/** Stands for any key of another world, and for any key that is no longer valid. */
export const FOREIGN_KEY = 'key-of-another-world'

/** A world was added to the registry, has a new version, or was removed. */
export interface WorldEvent {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly handle: WorldHandle
  /** The previous version; the current one if the world was added or removed. */
  readonly before: WorldState
  /** The transaction that made the change, if any. */
  readonly committed?: Committed<unknown> | undefined
}

/** The worlds of a server, found by id or by the credentials they issued. */
export class WorldRegistry {
  readonly #handles = new Map<string, WorldHandle>()
  readonly #keys = new IssuedStrings<WorldHandle>()
  readonly #revoked = new IssuedStrings<WorldHandle>()
  readonly #clients = new IssuedStrings<WorldHandle>()
  readonly #subscribers: ((event: WorldEvent) => void)[] = []
  readonly budgets: LogBudgets
  /**
   * Why saved worlds can't be read, by their ids. These ids, and the keys of these worlds, count as in use. Calls to these worlds are answered with
   * 503 and the reason; other worlds are not affected.
   */
  readonly unreadable = new Map<string, UnreadableWorld>()
  /** Whether this is the registry of a replay sandbox: its only world is the default one. */
  readonly #isSandbox: boolean
  #named = 0
  /** Further ids that are in use. */
  takenIds: ReadonlySet<string> = NONE
  #persistenceOf: (handle: WorldHandle) => WorldPersistence = () => IN_MEMORY

  /**
   * With `others`, the registry of a replay sandbox whose world is added to `others` in the end. `journalBytes` is the maximum size of
   * the journal of each world.
   */
  constructor(others?: WorldRegistry, journalBytes: number = JOURNAL_BYTES_MAX) {
    this.budgets = others?.budgets ?? {
      journals: new Budget(FULL_JOURNALS * journalBytes, journalBytes),
      entries: new Budget(ALL_LOGS_BYTES_MAX),
    }
    this.#isSandbox = others !== undefined
  }

  /** Calls back when a world is added, changed or removed. */
  subscribe(subscriber: (event: WorldEvent) => void): void {
    this.#subscribers.push(subscriber)
  }

  /** Sets the persistence of the worlds that are added from now on. */
  persistWith(persistenceOf: (handle: WorldHandle) => WorldPersistence): void {
    this.#persistenceOf = persistenceOf
  }

  get size(): number {
    return this.#handles.size
  }

  all(): WorldHandle[] {
    return [...this.#handles.values()]
  }

  /** The worlds that have not been used for the longest time. */
  leastRecentlyUsed(count: number): WorldHandle[] {
    return this.all()
      .toSorted((a, b) => a.usedAt - b.usedAt)
      .slice(0, count)
  }

  byId(id: string): WorldHandle | undefined {
    return this.#handles.get(id)
  }

  /** The world of requests that name no other. Throws an `UnreadableWorld` if it can't be read. */
  get default(): WorldHandle {
    const handle = this.#isSandbox ? this.all()[0] : this.#handles.get('default')
    if (!handle) this.assertReadable('default')
    if (!handle) throw new Defect('There is no world `default`.')
    return handle
  }

  /** Throws if a world can't be read. */
  assertReadable(id: string): void {
    const error = this.unreadable.get(id)
    if (error) throw error
  }

  /** Returns the world that issued a key, `gone` if the key is no longer valid, or `undefined` if no world issued it. */
  byKey(key: string): WorldHandle | 'gone' | undefined {
    return key === FOREIGN_KEY ? 'gone' : (this.#keys.ownerOf(key) ?? (this.#revoked.ownerOf(key) && 'gone'))
  }

  /** Returns the world that issued and revoked an access token, or `undefined` if there is none. */
  revokerOf(key: string): WorldHandle | undefined {
    const owner = this.#revoked.ownerOf(key)
    return owner === 'gone' ? undefined : owner
  }

  /**
   * Returns the world in which an application is registered, the first one if there are several, or `undefined` if there is none.
   */
  byClient(client_id: string): WorldHandle | undefined {
    const owner = this.#clients.ownerOf(client_id)
    return owner === 'gone' ? undefined : owner
  }

  /** Returns an unused world id: world-1, world-2 ... */
  nextId(): string {
    do this.#named++
    while (this.#isInUse(`world-${this.#named}`))
    return `world-${this.#named}`
  }

  #isInUse(id: string): boolean {
    return this.#handles.has(id) || this.takenIds.has(id) || this.unreadable.has(id)
  }

  /** Adds a world. `origin` is the version that a reset returns to, `ancestors` are the ids of the worlds it was forked from. */
  add(world: WorldState, origin: WorldState = world, ancestors: readonly string[] = []): WorldHandle {
    const handle = new WorldHandle(world, origin, { ancestors, budgets: this.budgets })
    this.adopt(handle)
    return handle
  }

  /** Adds a handle that was created elsewhere. */
  adopt(handle: WorldHandle): void {
    const { world } = handle
    handle.onChange((...change) => this.#changed(...change))
    handle.persistence = this.#persistenceOf(handle)
    this.#handles.set(world.id, handle)
    this.#keys.update(handle, NONE, listWorldKeys(world))
    this.#revoked.update(handle, NONE, listRevokedKeys(world))
    this.#clients.update(handle, NONE, listClientIds(world))
    this.#notify({ kind: 'added', handle, before: world })
  }

  delete(handle: WorldHandle): void {
    this.#remove(handle)
    this.#keys.update(handle, listWorldKeys(handle.world), NONE)
    this.#revoked.update(handle, listRevokedKeys(handle.world), NONE)
    this.#clients.update(handle, listClientIds(handle.world), NONE)
    // Another world with the same client id owns it from now on.
    for (const other of this.all()) this.#clients.update(other, NONE, listClientIds(other.world))
    this.#notify({ kind: 'removed', handle, before: handle.world })
  }

  /** Removes a world from memory only: its keys stay valid. */
  unload(handle: WorldHandle): void {
    this.#remove(handle)
    this.#keys.forget(handle, listWorldKeys(handle.world))
    this.#revoked.forget(handle, listRevokedKeys(handle.world))
    this.#clients.forget(handle, listClientIds(handle.world))
    this.#notify({ kind: 'removed', handle, before: handle.world })
  }

  /** Marks a key as no longer valid. */
  markKeyGone(key: string): void {
    this.#keys.markGone(key)
  }

  #remove(handle: WorldHandle): void {
    handle.startEpoch()
    handle.deleted = true
    handle.log.clear()
    handle.log.restart()
    // Another world may have taken the id.
    if (this.#handles.get(handle.world.id) === handle) this.#handles.delete(handle.world.id)
  }

  #notify(event: WorldEvent): void {
    for (const subscriber of this.#subscribers) subscriber(event)
  }

  #changed(handle: WorldHandle, before: WorldState, committed?: Committed<unknown>): void {
    const { world } = handle
    if (before.tables[tokens.number] !== world.tables[tokens.number]) {
      this.#keys.update(handle, listWorldKeys(before), listWorldKeys(world))
      this.#revoked.update(handle, listRevokedKeys(before), listRevokedKeys(world))
    }
    if (before.tables[clients.number] !== world.tables[clients.number])
      this.#clients.update(handle, listClientIds(before), listClientIds(world))
    this.#notify({ kind: 'changed', handle, before, committed })
  }
}

const NONE: ReadonlySet<string> = new Set()
