import { realNow, yieldToEventLoop, type Millis } from '../../kernel/support/time.ts'
import type { WorldHandle, WorldPersistence } from '../runtime/world-handle.ts'
import { newSyncState, Flush, type SyncState, type PersisterOptions } from './sync-state.ts'
import {
  handleOfSaved,
  isUpToDate,
  isSameLife,
  isWritten,
  savedWorldOf,
  restoreSavedWorld,
  type SavedWorld,
} from './saved-world.ts'
import { changeOf, dueIn } from './change.ts'
import { SAVE_FORMAT } from './formats/format.ts'
import { haveSameNames, storeNamesOf } from '../runtime/names.ts'
import { StoreError, UnreadableWorld, type Stored, type Version } from './store.ts'
import { FailedWrites } from './failed-writes.ts'
import { rejectDetached, rollbackError } from '../runtime/persistence-error.ts'
import { messageOf, stackOf } from '../../kernel/support/thrown.ts'

/**
 * Saves the changes of all worlds in a store. Each world has a sync state and at most one job working on it: the job writes the
 * current state and repeats until nothing has changed in the meantime, so versions created during a write are written together
 * (group commit). A caller waits for the flush that contains the caller's version. The flush resolves to `true`, or to `false` if
 * another process wrote first and this process must adopt the version of the other one. If the store rejects a write, the world
 * rolls back to the saved state and the flush fails.
 */
export class Persister implements WorldPersistence {
  readonly #parts: PersisterOptions
  readonly #states = new WeakMap<WorldHandle, SyncState>()
  readonly #failedWrites: FailedWrites
  #isClosed = false

  constructor(parts: PersisterOptions) {
    this.#parts = parts
    this.#failedWrites = new FailedWrites(parts.log, (handle) => this.#retry(handle))
    parts.worlds.persistWith(this)
    parts.worlds.subscribe(({ handle }) => this.flushSoon(handle))
  }

  /** Adopts a saved world. If `isOwner` is false, another process owns the world until this process writes it. */
  adopt(handle: WorldHandle, { version }: Pick<Stored, 'version'>, saved: SavedWorld, isOwner = true): void {
    handle.isOwner = isOwner
    const names = storeNamesOf(saved.world)
    this.#states.set(handle, { ...newSyncState(), saved: { ...saved, tally: handle.log.faults.version }, version, names })
    this.#parts.worlds.adopt(handle)
    this.#parts.resume(handle)
  }

  /** See `WorldHandle.persisted`. */
  persisted(handle: WorldHandle): Promise<boolean> | undefined {
    const state = this.#states.get(handle)
    if (!state || state.ended === 'removed') return undefined
    const { saved, writing } = state
    if (!state.isStale && !handle.deleted && saved && isUpToDate(handle, saved)) return undefined
    if (state.ended || this.#isClosed) return rejectDetached()
    if (writing && !handle.deleted && isUpToDate(handle, writing.next)) return writing.flush.done
    return this.#next(handle, state).done
  }

  /** Starts writing unsaved changes of a world; the caller doesn't wait. */
  flushSoon(handle: WorldHandle): void {
    const state = this.#states.get(handle) ?? newSyncState()
    this.#states.set(handle, state)
    if (state.ended || state.isBusy || this.#isClosed) return
    if (handle.deleted || !state.saved || this.#isDirty(handle, state)) void this.#work(handle, state)
  }

  /** See `WorldHandle.reserve`. */
  async reserve(handle: WorldHandle): Promise<void> {
    await handle.log.requestNumbers.reserve(() => this.#reserved(handle), this.#parts.store.isShared)
  }

  /** Waits for the next attempt to write the requested numbers. Returns `undefined` if the world is not in the store. */
  #reserved(handle: WorldHandle): Promise<unknown> | undefined {
    const state = this.#states.get(handle)
    if (!state || state.ended === 'removed') return undefined
    if (state.ended || this.#isClosed) return rejectDetached()
    const { writing } = state
    const isInFlight = writing?.next.epoch === handle.epoch && writing.next.requests === handle.log.requestNumbers.reservedEnd
    return (isInFlight ? writing.flush : this.#next(handle, state)).done
  }

  /** See `WorldHandle.claim`. Claims nothing while writes of the world fail, since the result of the work couldn't be saved either. */
  async claim(handle: WorldHandle, what: string, ms: Millis): Promise<boolean> {
    if (this.#failedWrites.has(handle)) return false
    try {
      const isSaved = (await this.persisted(handle)) ?? true
      return isSaved && (await this.#parts.store.claim(handle.world.id, what, ms))
    } catch (error) {
      if (error instanceof StoreError) this.#failedWrites.add(handle, error.message)
      return false
    }
  }

  /** The version of a world that this process knows. */
  versionOf(handle: WorldHandle): Version | undefined {
    return this.#states.get(handle)?.version
  }

  /**
   * Takes note that another process has written or deleted a world. Returns whether this process must reread the world at once: if
   * a caller of this process waits for changes of the world, if this process runs pending work of the world, or if the world was deleted.
   */
  noteRemoteChange(handle: WorldHandle, version: Version | undefined): boolean {
    const state = this.#states.get(handle)
    if (!state || state.ended || version === state.version) return false
    const { saved } = state
    if (version === undefined || handle.hasListeners || (handle.isOwner && saved && dueIn(saved) !== undefined)) return true
    state.isBehind = true
    return false
  }

  /** See `WorldHandle.listen`. */
  listen(handle: WorldHandle): void {
    if (this.#states.get(handle)?.isBehind) void this.refresh(handle).catch(() => {})
  }

  /** Adopts a change that another process has made to a world. Resolves once this process has the new version. */
  async refresh(handle: WorldHandle): Promise<void> {
    const state = this.#states.get(handle)
    if (!state || state.ended) return
    state.isStale = true
    await this.#next(handle, state).done
  }

  /** Longest time that unsaved changes of a world have been waiting to be saved, in real time; 0 if nothing is waiting. */
  get lag(): Millis {
    let since = Number.POSITIVE_INFINITY
    for (const handle of this.#parts.worlds.all()) since = Math.min(since, this.#states.get(handle)?.flushingSince ?? since)
    return Math.max(realNow() - since, 0)
  }

  /** Number of worlds whose last write failed. */
  get failing(): number {
    return this.#failedWrites.size
  }

  /** Removes a world from this process. The world stays in the store. */
  evict(handle: WorldHandle): void {
    const state = this.#states.get(handle)
    if (state) state.ended = 'elsewhere'
    this.#parts.worlds.detach(handle)
    this.#parts.resume(handle)
  }

  /** Writes all unsaved changes. Later changes are not written. */
  async close(): Promise<void> {
    const handles = this.#parts.worlds.all()
    await Promise.allSettled(handles.map((handle) => this.#flushed(handle)))
    for (const handle of handles) handle.log.requestNumbers.releaseUnused()
    await Promise.allSettled(handles.map((handle) => this.#flushed(handle)))
    this.#isClosed = true
  }

  async #flushed(handle: WorldHandle): Promise<void> {
    const state = this.#states.get(handle)
    if (state && !state.ended && (state.writing || !this.#isWritten(handle, state))) await this.#next(handle, state).done
  }

  #isWritten(handle: WorldHandle, { saved }: SyncState): boolean {
    return saved !== undefined && isWritten(handle, saved)
  }

  /** Whether something changed since the last write. While writes of the world fail, changes that no call waits for don't count. */
  #isDirty(handle: WorldHandle, { saved }: SyncState): boolean {
    return saved !== undefined && !(this.#failedWrites.has(handle) ? isUpToDate(handle, saved) : isWritten(handle, saved))
  }

  #next(handle: WorldHandle, state: SyncState): Flush {
    state.next ??= new Flush()
    if (!state.isBusy) void this.#work(handle, state)
    return state.next
  }

  /** Retries a failed write. Only trying shows whether the store works again. */
  #retry(handle: WorldHandle): void {
    const state = this.#states.get(handle)
    if (this.#isClosed || !state || state.ended) return void this.#failedWrites.remove(handle)
    state.isProbe = true
    state.isStale = this.#parts.store.isShared
    this.#next(handle, state)
  }

  /** Brings the store up to date with a world until nothing is left to write. */
  async #work(handle: WorldHandle, state: SyncState): Promise<void> {
    state.isBusy = true
    // Changes made in the same turn of the event loop are written together.
    await yieldToEventLoop()
    do {
      const flush = state.next ?? new Flush()
      state.flushingSince = flush.since
      state.next = undefined
      try {
        const isSaved = await this.#step(handle, state, flush)
        flush.end(isSaved)
        // Callers who joined in the meantime wait for a version that has been replaced.
        if (!isSaved) this.#endNext(state)
      } catch (error) {
        this.#fail(handle, state, flush, error)
      }
      state.writing = state.flushingSince = undefined
    } while (!state.ended && (state.next || state.isStale || state.isProbe || this.#isDirty(handle, state)))
    state.isBusy = false
    this.#endNext(state)
  }

  /** Does the next piece of work. Returns `false` if the world was replaced by a version of another process. */
  async #step(handle: WorldHandle, state: SyncState, flush: Flush): Promise<boolean> {
    if (handle.deleted) return this.#remove(handle, state)
    if (state.isStale && (await this.#reread(handle, state))) return false
    if (this.#isWritten(handle, state) && !state.isProbe) return true
    if (await this.#write(handle, state, flush)) return true
    await this.#reread(handle, state)
    return false
  }

  async #remove(handle: WorldHandle, state: SyncState): Promise<boolean> {
    if (state.version !== undefined) await this.#parts.store.remove(handle.world.id)
    state.ended = 'removed'
    this.#failedWrites.remove(handle)
    return true
  }

  /** Writes the world. Returns `false` if another process has written it first. */
  async #write(handle: WorldHandle, state: SyncState, flush: Flush): Promise<boolean> {
    const { store, loader, realTime, resume } = this.#parts
    // The first write also reserves the first block of request numbers, so that the first call need not wait.
    if (state.version === undefined) handle.log.requestNumbers.requestBlock()
    const next = savedWorldOf(handle, realTime)
    const names = state.saved && haveSameNames(state.saved.world, next.world) ? state.names : storeNamesOf(next.world)
    state.writing = { next, flush }
    const says =
      state.saved?.origin === next.origin && state.saved.format === next.format ? undefined : await loader.saysOf(next.world)
    const version = await store.write(changeOf(next, names, { state, says }))
    state.isProbe = false
    const wasFailing = this.#failedWrites.remove(handle)
    const isSaved = version !== undefined
    const tookOver = isSaved && !handle.isOwner
    if (isSaved) {
      Object.assign(state, { saved: next, version, names })
      handle.isOwner = true
    }
    // The work of the world was paused while its writes failed or another process owned it.
    if (wasFailing || tookOver) resume(handle)
    if (!isSaved) return false
    // After a reset during the write, the log is a new one, and the written entries are not of this log.
    if (handle.epoch === next.epoch) {
      handle.log.appendOperations(next.unwritten)
      handle.log.requestNumbers.confirmBlock(next.requests)
    }
    return true
  }

  /** Replaces the world by the version that another process has written. Returns `false` if there is no new version. */
  async #reread(handle: WorldHandle, state: SyncState): Promise<boolean> {
    const { store, loader, realTime, resume } = this.#parts
    const { saved } = state
    // A change that is announced from now on may be later than the version that is read here.
    state.isBehind = false
    // A difference can only be applied to records of the same format.
    const since = saved?.format === SAVE_FORMAT ? state.version : undefined
    const stored = await store.read(handle.world.id, since)
    const now = stored && saved && stored.version !== state.version ? await loader.update(stored, saved) : saved
    state.isStale = false
    if (!stored || !saved || !now || !isSameLife(now, saved)) {
      this.#detach(handle, state)
      return true
    }
    if (stored.version === state.version) return false
    // Due work runs in the process that wrote the world.
    handle.isOwner = false
    if (now.epoch !== saved.epoch || now.epoch !== handle.epoch) handle.log.requestNumbers.restart()
    Object.assign(state, {
      version: stored.version,
      names: storeNamesOf(now.world),
      saved: restoreSavedWorld(handle, now, realTime),
    })
    resume(handle)
    return true
  }

  /** Removes a world that another process has deleted, perhaps to make a new one with the same id, which is loaded on demand. */
  #detach(handle: WorldHandle, state: SyncState): void {
    const { worlds, resume } = this.#parts
    state.ended = state.saved ? 'removed' : 'elsewhere'
    if (state.saved) worlds.delete(handle)
    else worlds.detach(handle)
    resume(handle)
  }

  #endNext(state: SyncState): void {
    state.next?.end(false)
    state.next = undefined
  }

  #fail(handle: WorldHandle, state: SyncState, flush: Flush, error: unknown): void {
    const message = messageOf(error)
    if (!(error instanceof StoreError)) this.#parts.log(`DEFECT of maildouble while saving worlds: ${stackOf(error)}`, 'defect')
    const isTemporary = error instanceof StoreError && error.isTemporary
    const failure = error instanceof UnreadableWorld ? error : rollbackError(handle.world.id, message, isTemporary)
    // `FailedWrites` retries the write after a pause.
    Object.assign(state, { isStale: false, isProbe: false })
    this.#rollBack(handle, state)
    this.#failedWrites.add(handle, message)
    flush.fail(failure)
    state.next?.fail(failure)
    state.next = undefined
  }

  /** Rolls back a world whose write failed. */
  #rollBack(handle: WorldHandle, state: SyncState): void {
    const { realTime, worlds } = this.#parts
    const { saved, version } = state
    if (saved && !handle.deleted) {
      handle.log.requestNumbers.undoClear()
      state.saved = restoreSavedWorld(handle, saved, realTime)
      return
    }
    state.ended = 'elsewhere'
    if (!handle.deleted) this.evict(handle)
    // The store could not delete the world, so the world lives on under a new handle.
    else if (saved && version !== undefined && !worlds.byId(handle.world.id))
      this.adopt(handleOfSaved(saved, realTime, worlds.budgets), { version }, saved)
  }
}
