import { Budget } from '../journal/budget.ts'
import { ALL_STEPS_BYTES_MAX } from '../recording/recording.ts'
import { clients } from '../resources/oauth/client.ts'
import { tokens } from '../resources/oauth/token.ts'
import { Defect } from '../world/errors.ts'
import type { Committed } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import { clientsOf, keysOf, revokedKeysOf } from './names.ts'
import { WorldHandle, type OnChange, type WorldPersistence } from './world-handle.ts'
import { UnreadableWorlds } from './unreadable-worlds.ts'
import type { Budgets } from './world-log.ts'

/** So many strings whose owner is gone are remembered as such. */
const GONE_KEPT_MAX = 100_000

/** Who gave out a string: keys, or ids of applications. */
export class Issued<Owner> {
  readonly #owners = new Map<string, Owner>()
  readonly #gone = new Set<string>()

  /** Who gave a string out, `gone` if it counts no more, `undefined` for one that nobody gave out. */
  ownerOf(text: string): Owner | 'gone' | undefined {
    return this.#owners.get(text) ?? (this.#gone.has(text) ? 'gone' : undefined)
  }

  /**
   * What an owner has given out is no longer what it was. Of two owners of one string the first keeps it: a fork holds the
   * tokens of the world it comes from, and they go on leading there, or nowhere.
   */
  change(owner: Owner, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const text of before) {
      if (after.has(text) || this.#owners.get(text) !== owner) continue
      this.#owners.delete(text)
      this.gone(text)
    }
    for (const text of after) {
      if (before.has(text) || this.#owners.has(text)) continue
      this.#owners.set(text, owner)
      this.#gone.delete(text)
    }
  }

  /** A string counts no more. */
  gone(text: string): void {
    if (this.#gone.size >= GONE_KEPT_MAX) this.#gone.clear()
    this.#gone.add(text)
  }

  /** Whoever asks for strings of an owner is told nothing any more. */
  forget(owner: Owner, texts: ReadonlySet<string>): void {
    for (const text of texts) if (this.#owners.get(text) === owner) this.#owners.delete(text)
  }
}

/** A server holds at most so many worlds. */
export const WORLDS_MAX = 1_000

/** Stands for any key that another world gave out, or that is worth nothing any more. */
export const FOREIGN_KEY = 'key-of-another-world'

/** All worlds of a server, found by id or by the credentials they gave out. */
export class Worlds {
  readonly #handles = new Map<string, WorldHandle>()
  readonly #keys = new Issued<WorldHandle>()
  readonly #revoked = new Issued<WorldHandle>()
  readonly #clients = new Issued<WorldHandle>()
  readonly #followers: OnChange[] = []
  /** How much room there is for what is kept beside the worlds. */
  readonly budgets: Budgets
  /** Worlds that are kept and can't be read; their ids and keys are in use. */
  readonly unreadable = new UnreadableWorlds()
  /** Whether there is only one world, to which all calls come that name no other. */
  readonly #isRehearsal: boolean
  #named = 0
  #taken: ReadonlySet<string> = new Set()
  #keeping: WorldPersistence | undefined

  /** With others, to which its world is to go in the end, it is a place for a rehearsal. */
  constructor(others?: Worlds) {
    this.budgets = others ? others.budgets : { journals: new Budget(), steps: new Budget(ALL_STEPS_BYTES_MAX) }
    this.#isRehearsal = others !== undefined
  }

  /** Lets somebody hear of every new version of every world, and of worlds that come and go: these are their own version before. */
  follow(follower: OnChange): void {
    this.#followers.push(follower)
  }

  /** Lets somebody keep every version of the worlds that are here and of those that come. */
  keepBy(keeping: WorldPersistence): void {
    this.#keeping = keeping
  }

  get size(): number {
    return this.#handles.size
  }

  all(): WorldHandle[] {
    return [...this.#handles.values()]
  }

  /** Those worlds that nobody has used for the longest time. */
  idlest(count: number): WorldHandle[] {
    return this.all()
      .toSorted((a, b) => a.usedAt - b.usedAt)
      .slice(0, count)
  }

  byId(id: string): WorldHandle | undefined {
    return this.#handles.get(id)
  }

  /** The world of requests that name no other; a server has it from the start. Throws an `UnreadableWorld` if it can't be read. */
  get default(): WorldHandle {
    const handle = this.#isRehearsal ? this.all()[0] : this.#handles.get('default')
    if (!handle) this.unreadable.assertReadable('default')
    if (!handle) throw new Defect('There is no world `default`.')
    return handle
  }

  /** The world that gave out a key, `gone` if it is no more, `undefined` for a string that no world gave out. */
  byKey(key: string): WorldHandle | 'gone' | undefined {
    return key === FOREIGN_KEY ? 'gone' : (this.#keys.ownerOf(key) ?? (this.#revoked.ownerOf(key) && 'gone'))
  }

  /** The world that gave out an access token and remembers that it was revoked. */
  revokerOf(key: string): WorldHandle | undefined {
    const owner = this.#revoked.ownerOf(key)
    return owner === 'gone' ? undefined : owner
  }

  /** The world in which an application is registered; of several worlds the one that had it first. */
  byClient(client_id: string): WorldHandle | undefined {
    const owner = this.#clients.ownerOf(client_id)
    return owner === 'gone' ? undefined : owner
  }

  /** Ids that are in use elsewhere. */
  avoid(ids: readonly string[]): void {
    this.#taken = new Set(ids)
  }

  /** A name that no world has: world-1, world-2 ... */
  nextId(): string {
    do this.#named++
    while (this.#isInUse(`world-${this.#named}`))
    return `world-${this.#named}`
  }

  #isInUse(id: string): boolean {
    return this.#handles.has(id) || this.#taken.has(id) || this.unreadable.of(id) !== undefined
  }

  /** Takes a world in; `origin` is what a reset leads back to, and `ancestors` are the worlds that it was forked from. */
  add(world: World, origin: World = world, ancestors: readonly string[] = []): WorldHandle {
    const handle = new WorldHandle(world, origin, { ancestors, budgets: this.budgets })
    this.take(handle)
    return handle
  }

  /** Takes in a world that began elsewhere. */
  take(handle: WorldHandle): void {
    const { world } = handle
    handle.onChange((...change) => this.#changed(...change))
    if (this.#keeping) handle.persistWith(this.#keeping)
    this.#handles.set(world.id, handle)
    this.#keys.change(handle, NONE, keysOf(world))
    this.#revoked.change(handle, NONE, revokedKeysOf(world))
    this.#clients.change(handle, NONE, clientsOf(world))
    this.#tell(handle, world)
  }

  delete(handle: WorldHandle): void {
    this.#takeOut(handle)
    this.#keys.change(handle, keysOf(handle.world), NONE)
    this.#revoked.change(handle, revokedKeysOf(handle.world), NONE)
    this.#clients.change(handle, clientsOf(handle.world), NONE)
    // An application of that id may be registered in another world as well, and leads there from now on.
    for (const other of this.all()) this.#clients.change(other, NONE, clientsOf(other.world))
    this.#tell(handle, handle.world)
  }

  /** A world is no longer held by this process, but goes on elsewhere: what it gave out is not gone. */
  letGo(handle: WorldHandle): void {
    this.#takeOut(handle)
    this.#keys.forget(handle, keysOf(handle.world))
    this.#revoked.forget(handle, revokedKeysOf(handle.world))
    this.#clients.forget(handle, clientsOf(handle.world))
    this.#tell(handle, handle.world)
  }

  /** Another process says that a key counts no more. */
  noteGone(key: string): void {
    this.#keys.gone(key)
  }

  #takeOut(handle: WorldHandle): void {
    handle.endEpoch()
    handle.deleted = true
    handle.log.clear()
    handle.log.steps.begin()
    // Another one may have its place by now.
    if (this.#handles.get(handle.world.id) === handle) this.#handles.delete(handle.world.id)
  }

  #tell(handle: WorldHandle, before: World, committed?: Committed<unknown>): void {
    for (const follower of this.#followers) follower(handle, before, committed)
  }

  #changed(handle: WorldHandle, before: World, committed?: Committed<unknown>): void {
    const { world } = handle
    if (before.tables[tokens.number] !== world.tables[tokens.number]) {
      this.#keys.change(handle, keysOf(before), keysOf(world))
      this.#revoked.change(handle, revokedKeysOf(before), revokedKeysOf(world))
    }
    if (before.tables[clients.number] !== world.tables[clients.number])
      this.#clients.change(handle, clientsOf(before), clientsOf(world))
    this.#tell(handle, before, committed)
  }
}

const NONE: ReadonlySet<string> = new Set()
