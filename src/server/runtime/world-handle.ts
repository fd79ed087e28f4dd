import type { Snapshot } from '../log/snapshot.ts'
import type { Stream } from '../../kernel/support/random.ts'
import { type Millis, realNow } from '../../kernel/support/time.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Committed } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { requestIdOf, requestIdStream } from './request-id.ts'
import { type LogBudgets, WorldLog } from '../log/log.ts'

/** Called with each new version of a world: the previous version, and the transaction that made the change, if any. */
export type OnChange = (handle: WorldHandle, before: WorldState, committed?: Committed<unknown>) => void

/** The number of a request in its world, and its `X-Request-Id`, a UUID. */
export interface RequestIdentity {
  readonly id: string
  readonly number: number
}

/** Saves worlds outside this process; see `WorldHandle.persisted`, `WorldHandle.reserve`, `WorldHandle.claim` and `WorldHandle.listen`. */
export interface WorldPersistence {
  readonly persisted: (handle: WorldHandle) => Promise<boolean> | undefined
  /** Saves pending changes in the background, if there are any. */
  readonly flushSoon: (handle: WorldHandle) => void
  readonly reserve: (handle: WorldHandle) => Promise<void>
  readonly claim: (handle: WorldHandle, what: string, ms: Millis) => Promise<boolean> | undefined
  /** Reads changes of other processes in the background while the world has listeners. */
  readonly listen: (handle: WorldHandle) => void
}

interface WorldHandleOptions {
  readonly ancestors?: readonly string[]
  readonly budgets?: LogBudgets
}

/** Maximum number of attempts to commit while other processes keep winning. */
const ATTEMPTS_MAX = 1_000

/** The mutable reference to the current version of a world, together with its log. All changes to a world go through its handle. */
export class WorldHandle {
  #origin: WorldState
  /** Ids of its ancestors: the original world first, then each fork. */
  readonly ancestors: readonly string[]
  #world: WorldState
  /** Incremented on reset and restore; in-flight work of an older epoch is dropped. */
  epoch = 0
  /** Number of requests in flight. */
  inFlight = 0
  /** Whether the world was deleted, or is no longer held by this process. */
  deleted = false
  /** Whether this process runs its jobs: if several processes hold the world, the last writer does. */
  isOwner = true
  /** Snapshots by name, in the order in which they were taken. A world is an immutable value, so each is a reference. */
  readonly snapshots = new Map<string, Snapshot>()
  /** When the world was last used, in real time. */
  usedAt: Millis = realNow()

  /** Randomness for request ids. The seed and id of a handle's world never change. */
  readonly #requestIds: Stream

  #changed: OnChange = () => {}
  #persistence: WorldPersistence | undefined
  readonly #epochEndCallbacks = new Set<() => void>()
  readonly #stopCallbacks = new Set<() => void>()
  /** One object per active `listen` call. */
  readonly #listeners = new Set<object>()
  #stopped = false
  /** The log of the world, which is not a part of its state. */
  readonly log: WorldLog

  constructor(world: WorldState, origin: WorldState, { ancestors = [], budgets }: WorldHandleOptions = {}) {
    this.#origin = origin
    this.ancestors = ancestors
    this.#world = world
    this.log = new WorldLog(this, budgets)
    this.#requestIds = requestIdStream(world)
  }

  /** Sets the callback for new versions; it replaces the previous one. */
  onChange(changed: OnChange): void {
    this.#changed = changed
  }

  /** The version that a reset returns to: the world as its scenario made it. */
  get origin(): WorldState {
    return this.#origin
  }

  /** The current version. Setting it calls the `onChange` callback. */
  get world(): WorldState {
    return this.#world
  }

  set world(world: WorldState) {
    const before = this.#world
    this.#world = world
    if (world !== before) this.#changed(this, before)
  }

  /** Makes the result of a transaction the current version. */
  apply(committed: Committed<unknown>): void {
    const before = this.#world
    this.#world = committed.world
    if (committed.world !== before) this.#changed(this, before, committed)
    if (committed.events.length > 0) this.log.onEvents(committed.events, committed.world, this.isPersistent)
  }

  /**
   * Runs synchronous work that reads or changes the world, and returns its result once all of that is saved: at once in a world that is not
   * persistent. If another process changed the world first, the work is rolled back and runs again on the new version. An error thrown by the
   * work is held back until the state it is based on is saved. Work that returns a promise has to commit its parts itself.
   *
   * @example
   * const count = await handle.commit(() => peek(handle.world, (tx) => tx.range(notes.key).count))
   */
  commit<Result>(work: () => Result | Promise<Result>): Result | Promise<Result> {
    return this.#persistence ? this.#commitAttempt(work, 1) : work()
  }

  #commitAttempt<Result>(work: () => Result | Promise<Result>, attempt: number): Result | Promise<Result> {
    let end: () => Result
    try {
      const result = work()
      if (result instanceof Promise) return result
      end = () => result
    } catch (error) {
      end = () => {
        throw error
      }
    }
    // Called synchronously: a moment later there may be a newer version.
    const persisted = this.persisted()
    if (!persisted) return end()
    return persisted.then((isPersisted) => {
      if (isPersisted) return end()
      if (attempt < ATTEMPTS_MAX) return this.#commitAttempt(work, attempt + 1)
      throw new Defect(`Gave up after ${ATTEMPTS_MAX} write conflicts: other processes keep changing this world.`)
    })
  }

  /** Resets the world to its origin, or to a new origin, and clears its log. */
  reset(origin: WorldState = this.#origin): void {
    this.#origin = origin
    this.log.clear()
    this.restore(origin)
    this.log.restart()
  }

  /** Restores another version and starts a new epoch; in-flight work is dropped. */
  restore(world: WorldState): void {
    // First, so that the `onChange` callback sees the new epoch.
    this.endEpoch()
    this.inFlight = 0
    this.world = world
  }

  /** Replaces the current version and the origin with saved ones. */
  replace(world: WorldState, origin: WorldState): void {
    this.#origin = origin
    this.world = world
  }

  /** Sets the persistence that saves each version from now on. */
  persistWith(persistence: WorldPersistence): void {
    this.#persistence = persistence
  }

  /** Whether the world is saved outside this process. */
  get isPersistent(): boolean {
    return this.#persistence !== undefined
  }

  /**
   * Resolves once the current version is saved: to true, or to false if it was rolled back because another process had changed the world
   * first. Returns `undefined` if there is nothing to wait for. Rejects with a `PersistenceError` if the version could not be saved and was
   * rolled back.
   */
  persisted(): Promise<boolean> | undefined {
    return this.#persistence?.persisted(this)
  }

  /**
   * Claims a task that only one process may do, for `ms`, once the version it is based on is saved. Returns `undefined` if no other process
   * could do it.
   */
  claim(what: string, ms: Millis): Promise<boolean> | undefined {
    return this.#persistence?.claim(this, what, ms)
  }

  /** Whether this process waits for changes of the world, also by other processes. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0 || this.#epochEndCallbacks.size > 0
  }

  /** Applies changes by other processes as soon as they are saved. Returns an unsubscribe function. */
  listen(): () => void {
    const listener = {}
    this.#listeners.add(listener)
    this.#persistence?.listen(this)
    return () => void this.#listeners.delete(listener)
  }

  /** Moves to the epoch of another process and drops in-flight work. The epoch always increases. */
  adoptEpoch(epoch: number): void {
    this.epoch = Math.max(this.epoch, epoch - 1)
    this.inFlight = 0
    this.endEpoch()
  }

  /** Starts a new epoch and calls the `onEpochEnd` callbacks. */
  endEpoch(): void {
    this.epoch++
    const waiting = [...this.#epochEndCallbacks]
    this.#epochEndCallbacks.clear()
    for (const callback of waiting) callback()
  }

  /** Calls back once when the world is reset, restored or deleted. Returns an unsubscribe function. */
  onEpochEnd(callback: () => void): () => void {
    this.#epochEndCallbacks.add(callback)
    this.#persistence?.listen(this)
    return () => void this.#epochEndCallbacks.delete(callback)
  }

  /** Calls back once when the server stops, or at once if it has stopped. Returns an unsubscribe function. */
  onStop(callback: () => void): () => void {
    if (this.#stopped) callback()
    else this.#stopCallbacks.add(callback)
    return () => void this.#stopCallbacks.delete(callback)
  }

  /** Calls the `onStop` callbacks, so that no call hangs while the server stops. */
  stop(): void {
    this.#stopped = true
    const waiting = [...this.#stopCallbacks]
    this.#stopCallbacks.clear()
    for (const callback of waiting) callback()
  }

  /**
   * Resolves once a number is reserved for the next request; returns `undefined` if one is already. Rejects with a `PersistenceError` if the
   * reservation cannot be saved.
   */
  reserve(): Promise<void> | undefined {
    return this.log.requestNumbers.isExhausted ? this.#persistence?.reserve(this) : undefined
  }

  /** Returns the identity of the next request. Its number must be reserved, see `reserve`; its id depends only on the world and the number. */
  nextRequest(): RequestIdentity {
    this.usedAt = realNow()
    const { requestNumbers } = this.log
    const number = requestNumbers.take()
    if (this.#persistence && requestNumbers.isLow) {
      requestNumbers.requestBlock()
      this.#persistence.flushSoon(this)
    }
    return { id: requestIdOf(this.#requestIds, number), number }
  }
}
