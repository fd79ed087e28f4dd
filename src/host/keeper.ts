import { after, breathe, realNow, type Millis } from '../support/time.ts'
import type { Cell, Keeping } from './cell.ts'
import { newHolding, Round, type Holding } from './holding.ts'
import { cellOf, isIn, keepsakeOf, putBack, type Keepsake } from './keepsake.ts'
import { changeOf } from './kept-change.ts'
import type { Loader } from './loader.ts'
import { areNamesSame, namesOf } from './names.ts'
import type { RealTime } from './real-time.ts'
import { StoreError, type Store, type Stored, type Version } from './store.ts'
import { Unkept } from './unkept.ts'
import type { Worlds } from './worlds.ts'

/** After something could not be kept, what happens by itself waits for so long. */
const PAUSE_MS = 1_000

/** What the keeper works with. */
export interface KeeperParts {
  readonly store: Store
  readonly worlds: Worlds
  readonly loader: Loader
  readonly realTime: RealTime
  /** Lets happen by itself what is due in a world, and sends what has to go out of it. */
  readonly goOn: (cell: Cell) => void
  readonly log: (message: string) => void
}

/**
 * Keeps every version of every world in a store. Versions that come while one is being written are written together after it. What the
 * store refuses does not stand: the world goes back to what is kept, and who waited is told.
 */
export class Keeper implements Keeping {
  readonly #parts: KeeperParts
  readonly #holdings = new WeakMap<Cell, Holding>()
  /** Whether nothing can be kept at present, which is said once. */
  #isInTrouble = false
  /** Until then, in real time, nothing is sent: what came of it could not be kept either. */
  #pausedUntil: Millis = 0

  constructor(parts: KeeperParts) {
    this.#parts = parts
    parts.worlds.keepBy(this)
    parts.worlds.follow((cell) => this.#look(cell))
  }

  /** Takes in a world that was kept: it goes on here. */
  goOn(cell: Cell, { version }: Pick<Stored, 'version'>, kept: Keepsake): void {
    const names = namesOf(kept.world)
    this.#holdings.set(cell, { ...newHolding(), kept: { ...kept, tally: cell.log.faults.version }, version, names })
    this.#parts.worlds.take(cell)
    this.#parts.goOn(cell)
  }

  /** See `Cell.kept`. */
  kept(cell: Cell): Promise<boolean> | undefined {
    const holding = this.#holdings.get(cell)
    if (!holding || holding.isOver) return undefined
    const { kept, writing } = holding
    if (!holding.isStale && !writing && !cell.deleted && kept && isIn(cell, kept)) return undefined
    if (writing && !cell.deleted && isIn(cell, writing.subject)) return writing.round.done
    return this.#next(cell, holding).done
  }

  /** See `Cell.claim`. */
  claim(cell: Cell, what: string, ms: Millis): Promise<boolean> | undefined {
    return this.#claim(cell, what, ms).catch(() => false)
  }

  /** The version of a world that this process knows. */
  versionOf(cell: Cell): Version | undefined {
    return this.#holdings.get(cell)?.version
  }

  /** Another process has changed a world: resolves once this one knows how. */
  async renew(cell: Cell): Promise<void> {
    const holding = this.#holdings.get(cell)
    if (!holding || holding.isOver) return
    holding.isStale = true
    await this.#next(cell, holding).done
  }

  /** A world is no longer held by this process, although it goes on elsewhere. */
  letGo(cell: Cell): void {
    const holding = this.#holdings.get(cell)
    if (holding) holding.isOver = true
    this.#parts.worlds.letGo(cell)
  }

  /** Resolves once nothing is left to be written. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#parts.worlds.all().map((cell) => this.kept(cell)))
  }

  #look(cell: Cell): void {
    const holding = this.#holdings.get(cell) ?? newHolding()
    this.#holdings.set(cell, holding)
    if (holding.isOver || holding.isBusy) return
    if (cell.deleted || !holding.kept || !isIn(cell, holding.kept)) void this.#work(cell, holding)
  }

  #next(cell: Cell, holding: Holding): Round {
    holding.next ??= new Round()
    if (!holding.isBusy) void this.#work(cell, holding)
    return holding.next
  }

  async #claim(cell: Cell, what: string, ms: Millis): Promise<boolean> {
    if (realNow() < this.#pausedUntil) return false
    const isKept = (await this.kept(cell)) ?? true
    return isKept && (await this.#parts.store.claim(cell.world.id, what, ms))
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
    } while (!holding.isOver && (holding.next || holding.isStale || (holding.kept && !isIn(cell, holding.kept))))
    holding.isBusy = false
    this.#endNext(holding)
  }

  async #step(cell: Cell, holding: Holding, round: Round): Promise<boolean> {
    const { store, realTime } = this.#parts
    if (cell.deleted) {
      if (holding.version !== undefined) await store.remove(cell.world.id)
      holding.isOver = true
      return true
    }
    if (holding.isStale && (await this.#reload(cell, holding))) return false
    if (holding.kept && isIn(cell, holding.kept)) return true
    const subject = keepsakeOf(cell, realTime)
    const names = holding.kept && areNamesSame(holding.kept.world, subject.world) ? holding.names : namesOf(subject.world)
    holding.writing = { subject, round }
    const version = await store.write(changeOf(subject, names, holding))
    this.#relieved()
    if (version !== undefined) Object.assign(holding, { kept: subject, version, names })
    else await this.#reload(cell, holding)
    return version !== undefined
  }

  /** Puts what another process has written in the place of what stands here; answers whether there was anything. */
  async #reload(cell: Cell, holding: Holding): Promise<boolean> {
    const { store, worlds, loader, realTime, goOn } = this.#parts
    const { kept } = holding
    const stored = await store.read(cell.world.id, kept && holding.version)
    if (!stored || !kept) {
      // It was taken out elsewhere, or there has been another world of that id.
      holding.isOver = true
      if (kept) worlds.delete(cell)
      else worlds.letGo(cell)
      return true
    }
    const isNews = stored.version !== holding.version
    const now = isNews ? await loader.follow(stored, kept) : kept
    holding.isStale = false
    if (!isNews) return false
    Object.assign(holding, { version: stored.version, names: namesOf(now.world), kept: putBack(cell, now, realTime) })
    // What the other process was asked for is not known here.
    cell.log.steps.lose()
    goOn(cell)
    return true
  }

  #endNext(holding: Holding): void {
    holding.next?.end(false)
    holding.next = undefined
  }

  #fail(cell: Cell, holding: Holding, round: Round, error: unknown): void {
    const { goOn, log } = this.#parts
    const message = error instanceof Error ? error.message : String(error)
    const isAway = error instanceof StoreError && error.isAway
    const unkept = new Unkept(`What was done in the world ${cell.world.id} could not be kept, and is undone: ${message}`, isAway)
    if (!(error instanceof StoreError)) log(`DEFECT of maildouble in the keeper: ${stackOf(error)}`)
    if (!this.#isInTrouble)
      log(`NOTHING CAN BE KEPT, so that calls which change something fail until it can be again: ${message}`)
    this.#isInTrouble = true
    this.#pausedUntil = realNow() + PAUSE_MS
    holding.isStale = false
    this.#undo(cell, holding)
    round.fail(unkept)
    holding.next?.fail(unkept)
    holding.next = undefined
    after(PAUSE_MS, () => goOn(cell))
  }

  /** What could not be kept does not stand any more. */
  #undo(cell: Cell, holding: Holding): void {
    const { realTime, worlds } = this.#parts
    const { kept, version } = holding
    if (kept && !cell.deleted) holding.kept = putBack(cell, kept, realTime)
    else holding.isOver = true
    if (!kept && !cell.deleted) worlds.letGo(cell)
    // A world that was deleted, but not where it is kept, goes on.
    if (kept && cell.deleted && version !== undefined) this.goOn(cellOf(kept, realTime, worlds.budgets), { version }, kept)
  }

  #relieved(): void {
    if (!this.#isInTrouble) return
    this.#isInTrouble = false
    this.#parts.log('What is done is kept again.')
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
