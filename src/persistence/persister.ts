import { yieldToEventLoop, type Millis } from '../support/time.ts'
import type { WorldHandle, WorldPersistence } from '../runtime/world-handle.ts'
import { newSyncState, Flush, type SyncState, type KeeperParts } from './sync-state.ts'
import { cellOf, isIn, isSameLife, isWritten, savedWorldOf, restoreSavedWorld, type SavedWorld } from './saved-world.ts'
import { changeOf, dueIn } from './change.ts'
import { areNamesSame, namesOf } from '../runtime/names.ts'
import { StoreError, UnreadableWorld, type Stored, type Version } from './store.ts'
import { FailedWrites } from './failed-writes.ts'
import { rejectDetached, undone } from '../runtime/persistence-error.ts'

/**
 * Keeps every version of every world in a store. Each world has a holding, and at most one piece of work on it at a time: it writes what
 * stands in the world, and begins again for as long as something else stands there by then. So versions that come during a write are
 * written together after it. Who waits is told by the round that his version was written in: true, or false where another process was
 * first and has to be followed. What the store refuses does not stand: the world goes back to what is kept, and the round fails.
 */
export class Persister implements WorldPersistence {
  readonly #parts: KeeperParts
  readonly #holdings = new WeakMap<WorldHandle, SyncState>()
  readonly #trouble: FailedWrites
  #isClosed = false

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#trouble = new FailedWrites(parts.log, (handle) => this.#tryAgain(handle))
    parts.worlds.keepBy(this)
    parts.worlds.follow((handle) => this.flushSoon(handle))
  }

  /** Takes in a world that was kept: it goes on here, or, where it does elsewhere, is only looked at here until it is written. */
  goOn(handle: WorldHandle, { version }: Pick<Stored, 'version'>, kept: SavedWorld, leads = true): void {
    handle.isOwner = leads
    const names = namesOf(kept.world)
    this.#holdings.set(handle, { ...newSyncState(), kept: { ...kept, tally: handle.log.faults.version }, version, names })
    this.#parts.worlds.take(handle)
    this.#parts.goOn(handle)
  }

  /** See `WorldHandle.kept`. */
  kept(handle: WorldHandle): Promise<boolean> | undefined {
    const holding = this.#holdings.get(handle)
    if (!holding || holding.over === 'removed') return undefined
    const { kept, writing } = holding
    if (!holding.isStale && !handle.deleted && kept && isIn(handle, kept)) return undefined
    if (holding.over || this.#isClosed) return rejectDetached()
    if (writing && !handle.deleted && isIn(handle, writing.subject)) return writing.round.done
    return this.#next(handle, holding).done
  }

  /** Writes what is to be written of a world, though nobody may wait for it. */
  flushSoon(handle: WorldHandle): void {
    const holding = this.#holdings.get(handle) ?? newSyncState()
    this.#holdings.set(handle, holding)
    if (holding.over || holding.isBusy || this.#isClosed) return
    if (handle.deleted || !holding.kept || this.#isNews(handle, holding)) void this.#work(handle, holding)
  }

  /** See `WorldHandle.reserve`. */
  async reserve(handle: WorldHandle): Promise<void> {
    await handle.log.numbers.reserve(() => this.#reserved(handle), this.#parts.store.isShared)
  }

  /** Resolves once a write has been tried that reserves the numbers that are asked for. */
  #reserved(handle: WorldHandle): Promise<unknown> | undefined {
    const holding = this.#holdings.get(handle)
    if (!holding || holding.over === 'removed') return undefined
    if (holding.over || this.#isClosed) return rejectDetached()
    const { writing } = holding
    const isOnItsWay = writing?.subject.epoch === handle.epoch && writing.subject.requests === handle.log.numbers.free
    return (isOnItsWay ? writing.round : this.#next(handle, holding)).done
  }

  /** See `WorldHandle.claim`. What is about a world that cannot be kept is left alone: what came of it could not be kept either. */
  async claim(handle: WorldHandle, what: string, ms: Millis): Promise<boolean> {
    if (this.#trouble.has(handle)) return false
    try {
      const isKept = (await this.kept(handle)) ?? true
      return isKept && (await this.#parts.store.claim(handle.world.id, what, ms))
    } catch (error) {
      if (error instanceof StoreError) this.#trouble.begin(handle, error.message)
      return false
    }
  }

  /** The version of a world that this process knows. */
  versionOf(handle: WorldHandle): Version | undefined {
    return this.#holdings.get(handle)?.version
  }

  /**
   * Another process has written a world, or taken it out: answers whether that is to be read at once. It is where somebody here waits in the
   * world, where something falls due in it that this process would do, and where the world is gone.
   */
  hear(handle: WorldHandle, version: Version | undefined): boolean {
    const holding = this.#holdings.get(handle)
    if (!holding || holding.over || version === holding.version) return false
    const { kept } = holding
    if (version === undefined || handle.hasListeners || (handle.isOwner && kept && dueIn(kept) !== undefined)) return true
    holding.isBehind = true
    return false
  }

  /** See `WorldHandle.listen`. */
  listen(handle: WorldHandle): void {
    if (this.#holdings.get(handle)?.isBehind) void this.renew(handle).catch(() => {})
  }

  /** Another process has changed a world: resolves once this one knows how. */
  async renew(handle: WorldHandle): Promise<void> {
    const holding = this.#holdings.get(handle)
    if (!holding || holding.over) return
    holding.isStale = true
    await this.#next(handle, holding).done
  }

  /** A world is no longer held by this process, although it goes on elsewhere. */
  letGo(handle: WorldHandle): void {
    const holding = this.#holdings.get(handle)
    if (holding) holding.over = 'elsewhere'
    this.#parts.worlds.letGo(handle)
    this.#parts.goOn(handle)
  }

  /** Writes what is left to be written, and nothing after that. */
  async close(): Promise<void> {
    const handles = this.#parts.worlds.all()
    await Promise.allSettled(handles.map((handle) => this.#written(handle)))
    for (const handle of handles) handle.log.numbers.giveBack()
    await Promise.allSettled(handles.map((handle) => this.#written(handle)))
    this.#isClosed = true
  }

  async #written(handle: WorldHandle): Promise<void> {
    const holding = this.#holdings.get(handle)
    if (holding && !holding.over && (holding.writing || !this.#isWritten(handle, holding))) await this.#next(handle, holding).done
  }

  #isWritten(handle: WorldHandle, { kept }: SyncState): boolean {
    return kept !== undefined && isWritten(handle, kept)
  }

  /** Whether something changed since the last write. While writes of the world fail, changes that no call waits for don't count. */
  #isNews(handle: WorldHandle, { kept }: SyncState): boolean {
    return kept !== undefined && !(this.#trouble.has(handle) ? isIn(handle, kept) : isWritten(handle, kept))
  }

  #next(handle: WorldHandle, holding: SyncState): Flush {
    holding.next ??= new Flush()
    if (!holding.isBusy) void this.#work(handle, holding)
    return holding.next
  }

  /** Whether something could not be kept because the store is in trouble shows only when it is tried. */
  #tryAgain(handle: WorldHandle): void {
    const holding = this.#holdings.get(handle)
    if (this.#isClosed || !holding || holding.over) return void this.#trouble.end(handle)
    holding.isTrial = true
    holding.isStale = this.#parts.store.isShared
    this.#next(handle, holding)
  }

  /** Brings the store up to what stands in a world, until nothing is left to do. */
  async #work(handle: WorldHandle, holding: SyncState): Promise<void> {
    holding.isBusy = true
    // What comes of one round of the loop is written together.
    await yieldToEventLoop()
    do {
      const round = holding.next ?? new Flush()
      holding.next = undefined
      try {
        const isKept = await this.#step(handle, holding, round)
        round.end(isKept)
        // Who has waited since then waits for something that does not stand any more.
        if (!isKept) this.#endNext(holding)
      } catch (error) {
        this.#fail(handle, holding, round, error)
      }
      holding.writing = undefined
    } while (!holding.over && (holding.next || holding.isStale || holding.isTrial || this.#isNews(handle, holding)))
    holding.isBusy = false
    this.#endNext(holding)
  }

  /** Does what is to be done next; answers whether what stood in the world before still does. */
  async #step(handle: WorldHandle, holding: SyncState, round: Flush): Promise<boolean> {
    if (handle.deleted) return this.#remove(handle, holding)
    if (holding.isStale && (await this.#follow(handle, holding))) return false
    if (this.#isWritten(handle, holding) && !holding.isTrial) return true
    if (await this.#write(handle, holding, round)) return true
    await this.#follow(handle, holding)
    return false
  }

  async #remove(handle: WorldHandle, holding: SyncState): Promise<boolean> {
    if (holding.version !== undefined) await this.#parts.store.remove(handle.world.id)
    holding.over = 'removed'
    this.#trouble.end(handle)
    return true
  }

  /** Answers whether it was written: it is not if the world does not stand in the store as this process knows it. */
  async #write(handle: WorldHandle, holding: SyncState, round: Flush): Promise<boolean> {
    const { store, realTime, goOn } = this.#parts
    // A world begins with its first block of numbers, so that its first call need not wait for one.
    if (holding.version === undefined) handle.log.numbers.ask()
    const subject = savedWorldOf(handle, realTime)
    const names = holding.kept && areNamesSame(holding.kept.world, subject.world) ? holding.names : namesOf(subject.world)
    holding.writing = { subject, round }
    const version = await store.write(changeOf(subject, names, holding))
    holding.isTrial = false
    const wasInTrouble = this.#trouble.end(handle)
    const isKept = version !== undefined
    const isNews = isKept && !handle.isOwner
    if (isKept) {
      Object.assign(holding, { kept: subject, version, names })
      handle.isOwner = true
    }
    // What was left alone meanwhile goes on.
    if (wasInTrouble || isNews) goOn(handle)
    if (!isKept) return false
    // After a reset there are others.
    if (handle.epoch === subject.epoch) {
      handle.log.writeDown(subject.unwritten)
      handle.log.numbers.grant(subject.requests)
    }
    return true
  }

  /** Puts what another process has written in the place of what stands here; answers whether there was anything. */
  async #follow(handle: WorldHandle, holding: SyncState): Promise<boolean> {
    const { store, loader, realTime, goOn } = this.#parts
    const { kept } = holding
    // What is heard from now on may be of later.
    holding.isBehind = false
    const stored = await store.read(handle.world.id, kept && holding.version)
    const now = stored && kept && stored.version !== holding.version ? await loader.follow(stored, kept) : kept
    holding.isStale = false
    if (!stored || !kept || !now || !isSameLife(now, kept)) {
      this.#giveUp(handle, holding)
      return true
    }
    if (stored.version === holding.version) return false
    // Who wrote it does what falls due in it.
    handle.isOwner = false
    if (now.epoch !== kept.epoch || now.epoch !== handle.epoch) handle.log.numbers.forget()
    Object.assign(holding, { version: stored.version, names: namesOf(now.world), kept: restoreSavedWorld(handle, now, realTime) })
    goOn(handle)
    return true
  }

  /** A world was taken out elsewhere, or there is another one of its id by now, which is loaded when it is asked for. */
  #giveUp(handle: WorldHandle, holding: SyncState): void {
    const { worlds, goOn } = this.#parts
    holding.over = holding.kept ? 'removed' : 'elsewhere'
    if (holding.kept) worlds.delete(handle)
    else worlds.letGo(handle)
    goOn(handle)
  }

  #endNext(holding: SyncState): void {
    holding.next?.end(false)
    holding.next = undefined
  }

  #fail(handle: WorldHandle, holding: SyncState, round: Flush, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof StoreError)) this.#parts.log(`DEFECT of maildouble in the keeper: ${stackOf(error)}`)
    const isAway = error instanceof StoreError && error.isAway
    const unkept = error instanceof UnreadableWorld ? error : undone(handle.world.id, message, isAway)
    // They are tried again after a while, and not at once.
    Object.assign(holding, { isStale: false, isTrial: false })
    this.#undo(handle, holding)
    this.#trouble.begin(handle, message)
    round.fail(unkept)
    holding.next?.fail(unkept)
    holding.next = undefined
  }

  /** What could not be kept does not stand any more. */
  #undo(handle: WorldHandle, holding: SyncState): void {
    const { realTime, worlds } = this.#parts
    const { kept, version } = holding
    if (kept && !handle.deleted) {
      handle.log.numbers.undoClear()
      holding.kept = restoreSavedWorld(handle, kept, realTime)
      return
    }
    holding.over = 'elsewhere'
    if (!handle.deleted) this.letGo(handle)
    // One that was deleted here, and not where it is kept, goes on in another place.
    else if (kept && version !== undefined && !worlds.byId(handle.world.id))
      this.goOn(cellOf(kept, realTime, worlds.budgets), { version }, kept)
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
