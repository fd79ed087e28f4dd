import type { Snapshot } from '../log/entry.ts'
import type { Stream } from '../../kernel/support/random.ts'
import { type Millis, realNow } from '../../kernel/support/time.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Committed } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { PastVersions } from './past-versions.ts'
import { type LogBudgets, WorldLog } from '../log/log.ts'
import { makeRequestId, requestIdStream } from '../log/request-numbers.ts'
import { IN_MEMORY, type WorldPersistence } from './persistence.ts'

/** Called with each new version of a world: the previous version, and the transaction that made the change, if any. */
type OnChange = (handle: WorldHandle, before: WorldState, committed?: Committed<unknown>) => void

/** The number of a request in its world, and its `X-Request-Id`, a UUID. */
export interface RequestIdentity {
  readonly id: string
  readonly number: number
}

interface WorldHandleOptions {
  readonly ancestors?: readonly string[]
  readonly budgets?: LogBudgets
}

/** Maximum number of attempts to commit while versions from outside keep winning. */
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
  /** Number of requests whose body is still on its way. They are not in flight yet. */
  receiving = 0
  /** Whether the world was deleted, or is no longer held by this process. */
  deleted = false
  /** Earlier versions, for reads that lag behind. They are lost with the process, and a fork begins without any. */
  readonly past: PastVersions
  /** Snapshots by name, in the order in which they were taken. A world is an immutable value, so each is a reference. */
  readonly snapshots = new Map<string, Snapshot>()
  /** Saves each version; set when the world is added to a server. */
  persistence: WorldPersistence = IN_MEMORY
  /** When the world was last used, in real time. */
  usedAt: Millis = realNow()

  /** Randomness for request ids. The seed and id of a handle's world never change. */
  readonly #requestIds: Stream

  #changed: OnChange = () => {}
  readonly #epochEndCallbacks = new Set<() => void>()
  readonly #stopCallbacks = new Set<() => void>()
  #stopped = false
  /** The log of the world, which is not a part of its state. */
  readonly log: WorldLog

  constructor(world: WorldState, origin: WorldState, { ancestors = [], budgets }: WorldHandleOptions = {}) {
    this.#origin = origin
    this.ancestors = ancestors
    this.#world = world
    this.past = new PastVersions(world)
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
    this.past.onChange(before, world)
    if (world !== before) this.#changed(this, before)
  }

  /** Makes the result of a transaction the current version. */
  apply(committed: Committed<unknown>): void {
    const before = this.#world
    this.#world = committed.world
    this.past.onChange(before, committed.world)
    if (committed.world !== before) this.#changed(this, before, committed)
    if (committed.events.length > 0) this.log.onEvents(committed.events, committed.world, this.persistence.isPersistent)
  }

  /**
   * Runs synchronous work that reads or changes the world, and returns its result once all of that is saved: at once in a world that is not
   * persistent. If the work was rolled back in favour of a version from outside, it runs again on that version. An error thrown by the
   * work is held back until the state it is based on is saved. Work that returns a promise has to commit its parts itself.
   *
   * @example
   * const count = await handle.commit(() => peek(handle.world, (tx) => tx.range(notes.key).count))
   */
  commit<Result>(work: () => Result | Promise<Result>): Result | Promise<Result> {
    return this.#commitAttempt(work, 1)
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
    this.startEpoch()
    this.world = world
    this.past.begin(world)
  }

  /** Replaces the current version and the origin with saved ones. */
  replace(world: WorldState, origin: WorldState): void {
    this.#origin = origin
    this.world = world
  }

  /** See `WorldPersistence.persisted`. */
  persisted(): Promise<boolean> | undefined {
    return this.persistence.persisted()
  }

  /** Starts a new epoch, or one that is `atLeast` this late: drops in-flight work and calls the `onEpochEnd` callbacks. */
  startEpoch(atLeast = 0): void {
    this.epoch = Math.max(this.epoch + 1, atLeast)
    this.inFlight = 0
    const waiting = [...this.#epochEndCallbacks]
    this.#epochEndCallbacks.clear()
    for (const callback of waiting) callback()
  }

  /** Calls back once when the world is reset, restored or deleted. Returns an unsubscribe function. */
  onEpochEnd(callback: () => void): () => void {
    const stopListening = this.persistence.listen()
    const unsubscribe = (): void => {
      stopListening()
      this.#epochEndCallbacks.delete(end)
    }
    const end = (): void => {
      unsubscribe()
      callback()
    }
    this.#epochEndCallbacks.add(end)
    return unsubscribe
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

  /** Returns the identity of the next request, once the world is `ready` for it. The id depends only on the world and the number. */
  nextRequest(): RequestIdentity {
    this.usedAt = realNow()
    const number = this.log.requestNumbers.take()
    return { id: makeRequestId(this.#requestIds, number), number }
  }
}
