import { type Log, messageOf, stackOf } from '../../kernel/support/thrown.ts'
import { realNow, yieldToEventLoop, type Millis } from '../../kernel/support/time.ts'
import { haveSameNames, listStoreNames } from '../runtime/names.ts'
import type { WorldPersistence } from '../runtime/persistence.ts'
import { rejectDetached, rollbackError } from '../runtime/persistence-error.ts'
import type { RealTime } from '../runtime/real-time.ts'
import { untilLoaded } from '../../kernel/world/on-demand.ts'
import { loadForChange } from '../runtime/rules.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import type { FailedWrites } from './failed-writes.ts'
import type { Loader } from './loader.ts'
import {
  isSameLife,
  isUpToDate,
  isWritten,
  restoreSavedWorld,
  makeSavedWorld,
  type InStore,
  type SavedWorld,
} from './saved-world.ts'
import { StoreError, UnreadableWorld, type Store, type StoreVersion } from './store.ts'
import { makeStoreChange, dueIn } from './write-records.ts'

/** One write and its waiting callers. */
class Flush {
  /** When it was requested, in real time. */
  readonly since: Millis = realNow()
  readonly done: Promise<boolean>
  #resolve: (isSaved: boolean) => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // A failed write without waiting callers is not an unhandled rejection.
    this.done.catch(() => {})
  }

  /** Resolves with whether the state was saved, or lost against a write of another process. */
  end(isSaved: boolean): void {
    this.#resolve(isSaved)
  }

  /** Rejects with the reason why the state can't be saved. */
  fail(reason: unknown): void {
    this.#reject(reason)
  }
}

/** Dependencies of a `WorldSync`. */
export interface SyncParts {
  readonly store: Store
  readonly worlds: WorldRegistry
  readonly loader: Loader
  readonly realTime: RealTime
  readonly failedWrites: FailedWrites
  /** Resumes the due work and outgoing deliveries of a world; for a deleted world, stops them. */
  readonly resume: (handle: WorldHandle) => void
  /** Adds a world again that could not be deleted from the store. */
  readonly revive: (saved: InStore) => void
  readonly log: Log
}

/**
 * Keeps a world and its copy in the store in step. At most one job works on it: the job writes the current state and repeats until nothing has
 * changed in the meantime, so versions created during a write are written together (group commit). A caller waits for the flush that contains
 * the caller's version. The flush resolves to `true`, or to `false` if another process wrote first and this process must adopt the version of
 * the other one. If the store rejects a write, the world rolls back to the saved state and the flush fails.
 */
export class WorldSync implements WorldPersistence {
  readonly isPersistent = true
  /** Whether another process runs the due work of the world: if several processes hold it, the last writer does. */
  isPaused: boolean
  /** When the flush that the job works on was requested, in real time; `undefined` between two flushes. */
  flushingSince: Millis | undefined
  /**
   * Why the world is no longer written: it was deleted from the store, or this handle is detached because the world was never
   * saved, lives on under another handle, or the process is ending.
   */
  ended: 'removed' | 'elsewhere' | undefined
  readonly #handle: WorldHandle
  readonly #parts: SyncParts
  /** `undefined` before the first write. */
  #inStore: InStore | undefined
  /** The write in flight and its flush. */
  #writing: { readonly next: SavedWorld; readonly flush: Flush } | undefined
  /** The flush for callers waiting for the next write. */
  #next: Flush | undefined
  /** Whether the job is working. */
  #isBusy = false
  /** Whether another process may have written the world since. */
  #isStale = false
  /** Whether another process has written the world and no caller here needs it yet; it is reread when one does. */
  #isBehind = false
  /** Whether to write even if nothing has changed, to see if the store works again. */
  #isProbe = false
  /** One object per active `listen` call. */
  readonly #listeners = new Set<object>()

  constructor(handle: WorldHandle, parts: SyncParts, inStore?: InStore, isPaused = false) {
    this.#handle = handle
    this.#parts = parts
    this.#inStore = inStore
    this.isPaused = isPaused
  }

  /** The version of the world that this process knows. */
  get version(): StoreVersion | undefined {
    return this.#inStore?.version
  }

  /** Whether callers of this process wait for changes of the world, also by other processes. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  persisted(): Promise<boolean> | undefined {
    if (this.ended === 'removed') return undefined
    if (!this.#isStale && !this.#handle.deleted && this.#isIn(this.#inStore?.saved)) return undefined
    if (this.ended) return rejectDetached()
    const writing = this.#writing
    if (writing && !this.#handle.deleted && this.#isIn(writing.next)) return writing.flush.done
    return this.#flushNext().done
  }

  ready(): Promise<void> | undefined {
    const { requestNumbers } = this.#handle.log
    if (requestNumbers.isExhausted) return requestNumbers.reserve(() => this.#reserved(), this.#parts.store.isShared)
    if (requestNumbers.isLow) {
      requestNumbers.requestBlock()
      this.flushSoon()
    }
    return undefined
  }

  /** Waits for the next attempt to write the requested numbers. Returns `undefined` if the world is not in the store. */
  #reserved(): Promise<unknown> | undefined {
    if (this.ended === 'removed') return undefined
    if (this.ended) return rejectDetached()
    const { epoch, log } = this.#handle
    const writing = this.#writing
    const isInFlight = writing?.next.epoch === epoch && writing.next.requests === log.requestNumbers.reservedEnd
    return (isInFlight ? writing.flush : this.#flushNext()).done
  }

  /** Claims nothing while writes of the world fail, since the result of the task couldn't be saved either. */
  async mayStart(task: string, ms: Millis): Promise<boolean> {
    const { failedWrites, store } = this.#parts
    if (failedWrites.has(this)) return false
    try {
      const isSaved = (await this.persisted()) ?? true
      return isSaved && (await store.claim(this.#handle.world.id, task, ms))
    } catch (error) {
      if (error instanceof StoreError) failedWrites.add(this, error.message)
      return false
    }
  }

  listen(): () => void {
    const listener = {}
    this.#listeners.add(listener)
    if (this.#isBehind) void this.refresh().catch(() => {})
    return () => void this.#listeners.delete(listener)
  }

  /** Starts writing unsaved changes; the caller doesn't wait. */
  flushSoon(): void {
    if (this.ended || this.#isBusy) return
    if (this.#handle.deleted || !this.#inStore || this.#isDirty()) void this.#work()
  }

  /** Resolves once everything is written, including what no caller waits for. */
  async flushed(): Promise<void> {
    if (!this.ended && (this.#writing || !this.#isWritten())) await this.#flushNext().done
  }

  /** Retries a failed write. Only trying shows whether the store works again. */
  retry(): void {
    if (this.ended) return void this.#parts.failedWrites.remove(this)
    this.#isProbe = true
    this.#isStale = this.#parts.store.isShared
    this.#flushNext()
  }

  /** Writes no later changes. */
  end(): void {
    this.ended ??= 'elsewhere'
  }

  /** Removes the world from this process. It stays in the store. */
  evict(): void {
    this.end()
    this.#parts.worlds.unload(this.#handle)
    this.#parts.resume(this.#handle)
  }

  /** Runs the due work of the world in this process. */
  takeOver(): void {
    this.isPaused = false
    this.#parts.resume(this.#handle)
  }

  /**
   * Takes note that another process has written or deleted the world. Returns whether this process must reread the world at once: if
   * a caller of this process waits for changes of the world, if this process runs pending work of the world, or if the world was deleted.
   */
  noteRemoteChange(version: StoreVersion | undefined): boolean {
    if (this.ended || version === this.version) return false
    const hasWork = !this.isPaused && this.#inStore !== undefined && dueIn(this.#inStore.saved) !== undefined
    if (version === undefined || this.hasListeners || hasWork) return true
    this.#isBehind = true
    return false
  }

  /** Adopts a change that another process has made. Resolves once this process has the new version. */
  async refresh(): Promise<void> {
    if (this.ended) return
    this.#isStale = true
    await this.#flushNext().done
  }

  /** Whether a saved state contains the current version. */
  #isIn(saved: SavedWorld | undefined): boolean {
    return saved !== undefined && isUpToDate(this.#handle, saved)
  }

  #isWritten(): boolean {
    return this.#inStore !== undefined && isWritten(this.#handle, this.#inStore.saved)
  }

  /** Whether something changed since the last write. While writes of the world fail, changes that no call waits for don't count. */
  #isDirty(): boolean {
    if (!this.#inStore) return false
    return !(this.#parts.failedWrites.has(this) ? this.#isIn(this.#inStore.saved) : this.#isWritten())
  }

  #flushNext(): Flush {
    this.#next ??= new Flush()
    if (!this.#isBusy) void this.#work()
    return this.#next
  }

  /** Brings the store up to date with the world until nothing is left to write. */
  async #work(): Promise<void> {
    this.#isBusy = true
    // Changes made in the same turn of the event loop are written together.
    await yieldToEventLoop()
    do {
      const flush = this.#next ?? new Flush()
      this.flushingSince = flush.since
      this.#next = undefined
      try {
        const isSaved = await this.#step(flush)
        flush.end(isSaved)
        // Callers who joined in the meantime wait for a version that has been replaced.
        if (!isSaved) this.#endNext()
      } catch (error) {
        this.#fail(flush, error)
      }
      this.#writing = this.flushingSince = undefined
    } while (!this.ended && (this.#next || this.#isStale || this.#isProbe || this.#isDirty()))
    this.#isBusy = false
    this.#endNext()
  }

  /** Does the next piece of work. Returns `false` if the world was replaced by a version of another process. */
  async #step(flush: Flush): Promise<boolean> {
    // An evicted world stays in the store.
    if (this.ended) return false
    if (this.#handle.deleted) return this.#remove()
    if (this.#isStale && (await this.#reread())) return false
    if (this.#isWritten() && !this.#isProbe) return true
    if (await this.#write(flush)) return true
    await this.#reread()
    return false
  }

  async #remove(): Promise<boolean> {
    if (this.version !== undefined) await this.#parts.store.remove(this.#handle.world.id)
    this.ended = 'removed'
    this.#parts.failedWrites.remove(this)
    return true
  }

  /** Writes the world. Returns `false` if another process has written it first. */
  async #write(flush: Flush): Promise<boolean> {
    const { store, realTime, failedWrites } = this.#parts
    const { log } = this.#handle
    // The first write also reserves the first block of request numbers, so that the first call need not wait.
    if (this.version === undefined) log.requestNumbers.requestBlock()
    const next = makeSavedWorld(this.#handle, realTime)
    const before = this.#inStore
    const names = before && haveSameNames(before.saved.world, next.world) ? before.names : listStoreNames(next.world)
    this.#writing = { next, flush }
    const version = await store.write(makeStoreChange(before, next, names))
    this.#isProbe = false
    const isSaved = version !== undefined
    // The work of the world was paused while its writes failed or another process ran it.
    const isResumed = failedWrites.remove(this) || (isSaved && this.isPaused)
    if (isSaved) {
      this.#inStore = { saved: next, version, names }
      this.isPaused = false
    }
    if (isResumed) this.#parts.resume(this.#handle)
    if (!isSaved) return false
    // After a reset during the write, the log is a new one, and the written entries are not of this log.
    if (this.#handle.epoch === next.epoch) {
      log.appendOperations(next.unwritten)
      log.requestNumbers.confirmBlock(next.requests)
    }
    return true
  }

  /** Replaces the world by the version that another process has written. Returns `false` if there is no new version. */
  async #reread(): Promise<boolean> {
    const { store, loader, realTime, resume } = this.#parts
    const handle = this.#handle
    const { saved, version } = this.#inStore ?? {}
    // A change that is announced from now on may be later than the version that is read here.
    this.#isBehind = false
    const stored = await store.read(handle.world.id, saved && version)
    const now = stored && saved && stored.version !== version ? await loader.update(stored, saved) : saved
    // Work that waits may continue in that version.
    if (now) await untilLoaded(() => loadForChange(now.world))
    this.#isStale = false
    if (!stored || !saved || !now || !isSameLife(now, saved)) {
      this.#detach()
      return true
    }
    if (stored.version === version) return false
    // Due work runs in the process that wrote the world.
    this.isPaused = true
    if (now.epoch !== saved.epoch || now.epoch !== handle.epoch) handle.log.requestNumbers.restart()
    const names = listStoreNames(now.world)
    this.#inStore = { saved: restoreSavedWorld(handle, now, realTime), version: stored.version, names }
    resume(handle)
    return true
  }

  /** Removes a world that another process has deleted, perhaps to make a new one with the same id, which is loaded on demand. */
  #detach(): void {
    if (!this.#inStore) return this.evict()
    this.ended = 'removed'
    this.#parts.worlds.delete(this.#handle)
    this.#parts.resume(this.#handle)
  }

  #endNext(): void {
    this.#next?.end(false)
    this.#next = undefined
  }

  #fail(flush: Flush, error: unknown): void {
    const { failedWrites, log } = this.#parts
    const message = messageOf(error)
    if (!(error instanceof StoreError)) log(`DEFECT of maildouble while saving worlds: ${stackOf(error)}`, 'defect')
    const isTemporary = error instanceof StoreError && error.isTemporary
    const failure = error instanceof UnreadableWorld ? error : rollbackError(this.#handle.world.id, message, isTemporary)
    // `FailedWrites` retries the write after a pause.
    this.#isStale = this.#isProbe = false
    this.#rollBack()
    failedWrites.add(this, message)
    flush.fail(failure)
    this.#next?.fail(failure)
    this.#next = undefined
  }

  /** Rolls back a world whose write failed. */
  #rollBack(): void {
    const { realTime, worlds, revive } = this.#parts
    const handle = this.#handle
    const inStore = this.#inStore
    if (inStore && !handle.deleted) {
      handle.log.requestNumbers.undoClear()
      this.#inStore = { ...inStore, saved: restoreSavedWorld(handle, inStore.saved, realTime) }
      return
    }
    if (!handle.deleted) return this.evict()
    this.end()
    // The store could not delete the world, so the world lives on under a new handle.
    if (inStore && !worlds.byId(handle.world.id)) revive(inStore)
  }
}
