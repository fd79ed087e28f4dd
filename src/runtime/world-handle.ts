import { stream, uuid, type Stream } from '../support/random.ts'
import { realNow, type Millis } from '../support/time.ts'
import { transact, type TxContext, type Committed, type WorldRules, type Tx } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import { WorldLog, type Budgets } from './world-log.ts'
import type { Snapshot } from '../recording/snapshot.ts'

/** Hears of each new version of a world: what was before, and the transaction that made it, where it was one. */
export type OnChange = (handle: WorldHandle, before: World, committed?: Committed<unknown>) => void

/** The number of a request in its world, and the UUID that its `X-Request-Id` is. */
export interface RequestName {
  readonly id: string
  readonly number: number
}

/** Keeps worlds beyond this process; see `WorldHandle.kept`, `WorldHandle.reserve`, `WorldHandle.claim` and `WorldHandle.listen`. */
export interface WorldPersistence {
  readonly kept: (handle: WorldHandle) => Promise<boolean> | undefined
  /** Looks whether there is something to be kept that nobody waits for. */
  readonly flushSoon: (handle: WorldHandle) => void
  readonly reserve: (handle: WorldHandle) => Promise<void>
  readonly claim: (handle: WorldHandle, what: string, ms: Millis) => Promise<boolean> | undefined
  /** Looks whether there is something to be read that nobody has waited for. */
  readonly listen: (handle: WorldHandle) => void
}

/** What else a handle begins with. */
interface Beginnings {
  readonly ancestors?: readonly string[]
  readonly budgets?: Budgets
}

/** The one place where a world changes: it holds the current version, and the log beside it. */
export class WorldHandle {
  #origin: World
  /** The worlds that it was forked from, the first one first. */
  readonly ancestors: readonly string[]
  #world: World
  /** Raised whenever the world is put back; what was in the air before belongs to another epoch. */
  epoch = 0
  /** Requests that are being answered. */
  inFlight = 0
  /** Whether the world was deleted: nothing happens in it any more. */
  deleted = false
  /** Whether this process does what falls due in it: where several have it, the one that wrote it last does. */
  isOwner = true
  /** States that were kept, by name, in the order in which they were taken: a world is a value, so each is a reference. */
  readonly snapshots = new Map<string, Snapshot>()
  /** When somebody last asked something of it or about it, in real time. */
  usedAt: Millis = realNow()

  /** Chance for request ids; a handle keeps its world's seed and id for life. */
  readonly #requestIds: Stream

  #changed: OnChange = () => {}
  #keeping: WorldPersistence | undefined
  readonly #epochEndCallbacks = new Set<() => void>()
  readonly #stopCallbacks = new Set<() => void>()
  /** Those who listen to what happens in it. */
  readonly #listeners = new Set<object>()
  #stopped = false
  /** What happened to it, beside what it is. */
  readonly log: WorldLog

  constructor(world: World, origin: World, { ancestors = [], budgets }: Beginnings = {}) {
    this.#origin = origin
    this.ancestors = ancestors
    this.#world = world
    this.log = new WorldLog(this, budgets)
    this.#requestIds = stream(`${world.seed}/${world.id}`, 'request')
  }

  /** Lets somebody hear of each new version from now on, instead of who did before. */
  onChange(changed: OnChange): void {
    this.#changed = changed
  }

  /** The world as its scenario made it: what a reset leads back to. */
  get origin(): World {
    return this.#origin
  }

  /** The current version. Whoever puts another in its place makes it known to all who follow the world. */
  get world(): World {
    return this.#world
  }

  set world(world: World) {
    const before = this.#world
    this.#world = world
    if (world !== before) this.#changed(this, before)
  }

  /** Keeps what came of a transaction. */
  commit(committed: Committed<unknown>): void {
    const before = this.#world
    this.#world = committed.world
    if (committed.world !== before) this.#changed(this, before, committed)
    if (committed.events.length > 0) this.log.onEvents(committed.events, committed.world, this.isPersistent)
  }

  /** Runs a function against the current version and keeps what comes out. */
  run<Result>(rules: WorldRules, run: (tx: Tx) => Result, circumstances?: TxContext): Result {
    const committed = transact(this.world, rules, run, circumstances)
    this.commit(committed)
    return committed.result
  }

  /** Back to the scenario's start, or to another one that resets lead to from then on. */
  reset(origin: World = this.#origin): void {
    this.#origin = origin
    this.log.clear()
    this.restore(origin)
    this.log.steps.begin()
  }

  /** Puts another version in the place of the current one; what is in the air belongs to neither. */
  restore(world: World): void {
    // Whoever hears of the change finds the new epoch.
    this.endEpoch()
    this.inFlight = 0
    this.world = world
  }

  /** What was kept stands in the place of what is here, and so does what resets lead to. */
  replace(world: World, origin: World): void {
    this.#origin = origin
    this.world = world
  }

  /** Lets somebody keep each version from now on. */
  persistWith(keeping: WorldPersistence): void {
    this.#keeping = keeping
  }

  /** Whether versions of it are kept beyond this process. */
  get isPersistent(): boolean {
    return this.#keeping !== undefined
  }

  /**
   * Resolves once what stands here now is kept: to true, or to false where it had to give way, because another process had changed the
   * world; nothing if there is nothing to wait for. Throws an `Unkept` where it cannot be kept, and does not stand here any more.
   */
  persisted(): Promise<boolean> | undefined {
    return this.#keeping?.kept(this)
  }

  /** Takes on what only one process is to do, for so long, once what it is about is kept; nothing if nobody else could. */
  claim(what: string, ms: Millis): Promise<boolean> | undefined {
    return this.#keeping?.claim(this, what, ms)
  }

  /** Whether somebody here waits for what happens in it, wherever that is done. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0 || this.#epochEndCallbacks.size > 0
  }

  /** Lets what other processes do in it be known here as soon as it is kept; the function that comes back ends that. */
  listen(): () => void {
    const listener = {}
    this.#listeners.add(listener)
    this.#keeping?.listen(this)
    return () => void this.#listeners.delete(listener)
  }

  /** Leaves behind what is in the air for the epoch of another process; one that was here already does not come back. */
  adoptEpoch(epoch: number): void {
    this.epoch = Math.max(this.epoch, epoch - 1)
    this.inFlight = 0
    this.endEpoch()
  }

  /** Leaves behind what is in the air, and calls back those who wait there. */
  endEpoch(): void {
    this.epoch++
    const waiting = [...this.#epochEndCallbacks]
    this.#epochEndCallbacks.clear()
    for (const callback of waiting) callback()
  }

  /** Calls back once when the world is put back or deleted; the function that comes back calls that off. */
  onEpochEnd(callback: () => void): () => void {
    this.#epochEndCallbacks.add(callback)
    this.#keeping?.listen(this)
    return () => void this.#epochEndCallbacks.delete(callback)
  }

  /** Calls back once when the server stops, at once if it has; the function that comes back calls that off. */
  onStop(callback: () => void): () => void {
    if (this.#stopped) callback()
    else this.#stopCallbacks.add(callback)
    return () => void this.#stopCallbacks.delete(callback)
  }

  /** The server stops: nothing hangs any longer. */
  stop(): void {
    this.#stopped = true
    const waiting = [...this.#stopCallbacks]
    this.#stopCallbacks.clear()
    for (const callback of waiting) callback()
  }

  /**
   * Resolves once a number is reserved for the next request; `undefined` if one is already. Rejects with an `Unkept` if the reservation
   * cannot be kept.
   */
  reserve(): Promise<void> | undefined {
    return this.log.numbers.isAtEnd ? this.#keeping?.reserve(this) : undefined
  }

  /** Names the next request. Its number has to be reserved, see `reserve`; its id depends on the world and the number alone. */
  nextRequest(): RequestName {
    this.usedAt = realNow()
    const { numbers } = this.log
    const number = numbers.take()
    if (this.#keeping && numbers.isLow) {
      numbers.ask()
      this.#keeping.flushSoon(this)
    }
    return { id: uuid(this.#requestIds, number), number }
  }
}
