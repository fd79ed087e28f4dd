import { breathe, type Millis } from '../support/time.ts'
import type { Cell, Keeping } from '../runtime/world-handle.ts'
import { newHolding, Round, type Holding, type KeeperParts } from './sync-state.ts'
import { cellOf, isIn, isSameLife, isWritten, keepsakeOf, putBack, type Keepsake } from './saved-world.ts'
import { changeOf, dueIn } from './change.ts'
import { areNamesSame, namesOf } from '../runtime/names.ts'
import { StoreError, UnreadableWorld, type Stored, type Version } from './store.ts'
import { Trouble } from './failed-writes.ts'
import { goneOn, undone } from '../runtime/persistence-error.ts'

/**
 * Keeps every version of every world in a store. Each world has a holding, and at most one piece of work on it at a time: it writes what
 * stands in the world, and begins again for as long as something else stands there by then. So versions that come during a write are
 * written together after it. Who waits is told by the round that his version was written in: true, or false where another process was
 * first and has to be followed. What the store refuses does not stand: the world goes back to what is kept, and the round fails.
 */
export class Keeper implements Keeping {
  readonly #parts: KeeperParts
  readonly #holdings = new WeakMap<Cell, Holding>()
  readonly #trouble: Trouble
  #isClosed = false

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#trouble = new Trouble(parts.log, (cell) => this.#tryAgain(cell))
    parts.worlds.keepBy(this)
    parts.worlds.follow((cell) => this.look(cell))
  }

  /** Takes in a world that was kept: it goes on here, or, where it does elsewhere, is only looked at here until it is written. */
  goOn(cell: Cell, { version }: Pick<Stored, 'version'>, kept: Keepsake, leads = true): void {
    cell.leads = leads
    const names = namesOf(kept.world)
    this.#holdings.set(cell, { ...newHolding(), kept: { ...kept, tally: cell.log.faults.version }, version, names })
    this.#parts.worlds.take(cell)
    this.#parts.goOn(cell)
  }

  /** See `Cell.kept`. */
  kept(cell: Cell): Promise<boolean> | undefined {
    const holding = this.#holdings.get(cell)
    if (!holding || holding.over === 'removed') return undefined
    const { kept, writing } = holding
    if (!holding.isStale && !cell.deleted && kept && isIn(cell, kept)) return undefined
    if (holding.over || this.#isClosed) return goneOn()
    if (writing && !cell.deleted && isIn(cell, writing.subject)) return writing.round.done
    return this.#next(cell, holding).done
  }

  /** Writes what is to be written of a world, though nobody may wait for it. */
  look(cell: Cell): void {
    const holding = this.#holdings.get(cell) ?? newHolding()
    this.#holdings.set(cell, holding)
    if (holding.over || holding.isBusy || this.#isClosed) return
    if (cell.deleted || !holding.kept || this.#isNews(cell, holding)) void this.#work(cell, holding)
  }

  /** See `Cell.reserve`. */
  async reserve(cell: Cell): Promise<void> {
    await cell.log.numbers.reserve(() => this.#reserved(cell), this.#parts.store.isShared)
  }

  /** Resolves once a write has been tried that reserves the numbers that are asked for. */
  #reserved(cell: Cell): Promise<unknown> | undefined {
    const holding = this.#holdings.get(cell)
    if (!holding || holding.over === 'removed') return undefined
    if (holding.over || this.#isClosed) return goneOn()
    const { writing } = holding
    const isOnItsWay = writing?.subject.epoch === cell.epoch && writing.subject.requests === cell.log.numbers.free
    return (isOnItsWay ? writing.round : this.#next(cell, holding)).done
  }

  /** See `Cell.claim`. What is about a world that cannot be kept is left alone: what came of it could not be kept either. */
  async claim(cell: Cell, what: string, ms: Millis): Promise<boolean> {
    if (this.#trouble.has(cell)) return false
    try {
      const isKept = (await this.kept(cell)) ?? true
      return isKept && (await this.#parts.store.claim(cell.world.id, what, ms))
    } catch (error) {
      if (error instanceof StoreError) this.#trouble.begin(cell, error.message)
      return false
    }
  }

  /** The version of a world that this process knows. */
  versionOf(cell: Cell): Version | undefined {
    return this.#holdings.get(cell)?.version
  }

  /**
   * Another process has written a world, or taken it out: answers whether that is to be read at once. It is where somebody here waits in the
   * world, where something falls due in it that this process would do, and where the world is gone.
   */
  hear(cell: Cell, version: Version | undefined): boolean {
    const holding = this.#holdings.get(cell)
    if (!holding || holding.over || version === holding.version) return false
    const { kept } = holding
    if (version === undefined || cell.isListenedTo || (cell.leads && kept && dueIn(kept) !== undefined)) return true
    holding.isBehind = true
    return false
  }

  /** See `Cell.listen`. */
  listen(cell: Cell): void {
    if (this.#holdings.get(cell)?.isBehind) void this.renew(cell).catch(() => {})
  }

  /** Another process has changed a world: resolves once this one knows how. */
  async renew(cell: Cell): Promise<void> {
    const holding = this.#holdings.get(cell)
    if (!holding || holding.over) return
    holding.isStale = true
    await this.#next(cell, holding).done
  }

  /** A world is no longer held by this process, although it goes on elsewhere. */
  letGo(cell: Cell): void {
    const holding = this.#holdings.get(cell)
    if (holding) holding.over = 'elsewhere'
    this.#parts.worlds.letGo(cell)
    this.#parts.goOn(cell)
  }

  /** Writes what is left to be written, and nothing after that. */
  async close(): Promise<void> {
    const cells = this.#parts.worlds.all()
    await Promise.allSettled(cells.map((cell) => this.#written(cell)))
    for (const cell of cells) cell.log.numbers.giveBack()
    await Promise.allSettled(cells.map((cell) => this.#written(cell)))
    this.#isClosed = true
  }

  async #written(cell: Cell): Promise<void> {
    const holding = this.#holdings.get(cell)
    if (holding && !holding.over && (holding.writing || !this.#isWritten(cell, holding))) await this.#next(cell, holding).done
  }

  #isWritten(cell: Cell, { kept }: Holding): boolean {
    return kept !== undefined && isWritten(cell, kept)
  }

  /** Whether something changed since the last write. While writes of the world fail, changes that no call waits for don't count. */
  #isNews(cell: Cell, { kept }: Holding): boolean {
    return kept !== undefined && !(this.#trouble.has(cell) ? isIn(cell, kept) : isWritten(cell, kept))
  }

  #next(cell: Cell, holding: Holding): Round {
    holding.next ??= new Round()
    if (!holding.isBusy) void this.#work(cell, holding)
    return holding.next
  }

  /** Whether something could not be kept because the store is in trouble shows only when it is tried. */
  #tryAgain(cell: Cell): void {
    const holding = this.#holdings.get(cell)
    if (this.#isClosed || !holding || holding.over) return void this.#trouble.end(cell)
    holding.isTrial = true
    holding.isStale = this.#parts.store.isShared
    this.#next(cell, holding)
  }

  /** Brings the store up to what stands in a world, until nothing is left to do. */
  async #work(cell: Cell, holding: Holding): Promise<void> {
    holding.isBusy = true
    // What comes of one round of the loop is written together.
    await breathe()
    do {
      const round = holding.next ?? new Round()
      holding.next = undefined
      try {
        const isKept = await this.#step(cell, holding, round)
        round.end(isKept)
        // Who has waited since then waits for something that does not stand any more.
        if (!isKept) this.#endNext(holding)
      } catch (error) {
        this.#fail(cell, holding, round, error)
      }
      holding.writing = undefined
    } while (!holding.over && (holding.next || holding.isStale || holding.isTrial || this.#isNews(cell, holding)))
    holding.isBusy = false
    this.#endNext(holding)
  }

  /** Does what is to be done next; answers whether what stood in the world before still does. */
  async #step(cell: Cell, holding: Holding, round: Round): Promise<boolean> {
    if (cell.deleted) return this.#remove(cell, holding)
    if (holding.isStale && (await this.#follow(cell, holding))) return false
    if (this.#isWritten(cell, holding) && !holding.isTrial) return true
    if (await this.#write(cell, holding, round)) return true
    await this.#follow(cell, holding)
    return false
  }

  async #remove(cell: Cell, holding: Holding): Promise<boolean> {
    if (holding.version !== undefined) await this.#parts.store.remove(cell.world.id)
    holding.over = 'removed'
    this.#trouble.end(cell)
    return true
  }

  /** Answers whether it was written: it is not if the world does not stand in the store as this process knows it. */
  async #write(cell: Cell, holding: Holding, round: Round): Promise<boolean> {
    const { store, realTime, goOn } = this.#parts
    // A world begins with its first block of numbers, so that its first call need not wait for one.
    if (holding.version === undefined) cell.log.numbers.ask()
    const subject = keepsakeOf(cell, realTime)
    const names = holding.kept && areNamesSame(holding.kept.world, subject.world) ? holding.names : namesOf(subject.world)
    holding.writing = { subject, round }
    const version = await store.write(changeOf(subject, names, holding))
    holding.isTrial = false
    const wasInTrouble = this.#trouble.end(cell)
    const isKept = version !== undefined
    const isNews = isKept && !cell.leads
    if (isKept) {
      Object.assign(holding, { kept: subject, version, names })
      cell.leads = true
    }
    // What was left alone meanwhile goes on.
    if (wasInTrouble || isNews) goOn(cell)
    if (!isKept) return false
    // After a reset there are others.
    if (cell.epoch === subject.epoch) {
      cell.log.writeDown(subject.unwritten)
      cell.log.numbers.grant(subject.requests)
    }
    return true
  }

  /** Puts what another process has written in the place of what stands here; answers whether there was anything. */
  async #follow(cell: Cell, holding: Holding): Promise<boolean> {
    const { store, loader, realTime, goOn } = this.#parts
    const { kept } = holding
    // What is heard from now on may be of later.
    holding.isBehind = false
    const stored = await store.read(cell.world.id, kept && holding.version)
    const now = stored && kept && stored.version !== holding.version ? await loader.follow(stored, kept) : kept
    holding.isStale = false
    if (!stored || !kept || !now || !isSameLife(now, kept)) {
      this.#giveUp(cell, holding)
      return true
    }
    if (stored.version === holding.version) return false
    // Who wrote it does what falls due in it.
    cell.leads = false
    if (now.epoch !== kept.epoch || now.epoch !== cell.epoch) cell.log.numbers.forget()
    Object.assign(holding, { version: stored.version, names: namesOf(now.world), kept: putBack(cell, now, realTime) })
    goOn(cell)
    return true
  }

  /** A world was taken out elsewhere, or there is another one of its id by now, which is loaded when it is asked for. */
  #giveUp(cell: Cell, holding: Holding): void {
    const { worlds, goOn } = this.#parts
    holding.over = holding.kept ? 'removed' : 'elsewhere'
    if (holding.kept) worlds.delete(cell)
    else worlds.letGo(cell)
    goOn(cell)
  }

  #endNext(holding: Holding): void {
    holding.next?.end(false)
    holding.next = undefined
  }

  #fail(cell: Cell, holding: Holding, round: Round, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof StoreError)) this.#parts.log(`DEFECT of maildouble in the keeper: ${stackOf(error)}`)
    const isAway = error instanceof StoreError && error.isAway
    const unkept = error instanceof UnreadableWorld ? error : undone(cell.world.id, message, isAway)
    // They are tried again after a while, and not at once.
    Object.assign(holding, { isStale: false, isTrial: false })
    this.#undo(cell, holding)
    this.#trouble.begin(cell, message)
    round.fail(unkept)
    holding.next?.fail(unkept)
    holding.next = undefined
  }

  /** What could not be kept does not stand any more. */
  #undo(cell: Cell, holding: Holding): void {
    const { realTime, worlds } = this.#parts
    const { kept, version } = holding
    if (kept && !cell.deleted) {
      cell.log.numbers.undoClear()
      holding.kept = putBack(cell, kept, realTime)
      return
    }
    holding.over = 'elsewhere'
    if (!cell.deleted) this.letGo(cell)
    // One that was deleted here, and not where it is kept, goes on in another place.
    else if (kept && version !== undefined && !worlds.byId(cell.world.id))
      this.goOn(cellOf(kept, realTime, worlds.budgets), { version }, kept)
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
