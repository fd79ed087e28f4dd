import { FaultTallies, type MatchedCall } from '../faults/tallies.ts'
import type { Budget } from '../journal/budget.ts'
import type { Performed } from '../journal/call-record.ts'
import { Journal } from '../journal/journal.ts'
import { isOwnSecret } from '../journal/redact.ts'
import { Secrets } from '../journal/secrets.ts'
import { Recording } from '../recording/recording.ts'
import { StandIns } from '../recording/stand-ins.ts'
import type { ResourceEvent } from '../resources/reactions.ts'
import type { WorldEvent } from '../world/tx.ts'
import type { Sidecar, World } from '../world/world.ts'
import { CsrfTokens } from './csrf-tokens.ts'

/** How many numbers a process reserves at once. */
const BLOCK = 1_000

/** Numbers from `from` up to, not including, `end`. */
interface Block {
  readonly from: number
  readonly end: number
}

/**
 * The numbers of requests, from which their ids are made. In a world that is kept, a process uses only numbers of blocks that it has reserved:
 * a block is asked for, written with the world, and used once that write has succeeded. So no two processes use the same number, and none is
 * used again after a kill. A process that ends leaves out the rest of its block.
 */
export class RequestNumbers {
  /** The number of the next request, unless the block in use ends before it. */
  next = 0
  /** The end of the block in use. */
  #end = 0
  /** The block that follows it, if it is reserved already. */
  #spare: Block | undefined
  /** The block that has been asked for, and is not reserved yet. */
  #asked: Block | undefined
  /** The numbers below it are reserved, by this process or another one. */
  #reserved = 0
  /** What stood here before it was cleared, until that is kept. */
  #former: (Pick<RequestNumbers, 'next'> & { readonly end: number; readonly spare: Block | undefined }) | undefined

  /** What is kept of them: every number below it counts as reserved. */
  get free(): number {
    return this.#asked?.end ?? this.#unreserved
  }

  get #unreserved(): number {
    return Math.max(this.#reserved, this.#end, this.next)
  }

  /** Whether no reserved number is left. */
  get isAtEnd(): boolean {
    return this.next >= this.#end && !this.#spare
  }

  /** Whether another block should be asked for, so that the calls to come need not wait for it. */
  get isLow(): boolean {
    return this.#end - this.next < BLOCK / 2 && !this.#spare && !this.#asked
  }

  /** Takes the next number. */
  take(): number {
    if (this.next >= this.#end && this.#spare) {
      this.next = this.#spare.from
      this.#end = this.#spare.end
      this.#spare = undefined
    }
    return this.next++
  }

  /** Asks for another block: it is reserved by the next write of the world. */
  ask(): void {
    const from = this.#unreserved
    this.#asked ??= { from, end: from + BLOCK }
  }

  /** A write of the world has succeeded that said that the numbers below `free` are reserved. */
  grant(free: number): void {
    this.#former = undefined
    const asked = this.#asked
    if (asked?.end !== free) return
    this.#asked = undefined
    this.#reserved = free
    if (asked.from === this.#end) this.#end = free
    else this.#spare = asked
  }

  /** Tells which numbers are reserved by what is kept. A block that was asked for is not: another process may have been first. */
  learn(free: number): void {
    this.#asked = undefined
    this.#reserved = free
  }

  /**
   * Reserves a block; `write` resolves once it has been tried to write the world, and answers nothing if the world is not kept any more. Other
   * processes may be first again and again, so it is tried until there is a number. Rejects if the store is shared and cannot be written.
   */
  async reserve(write: () => Promise<unknown> | undefined, isShared: boolean): Promise<void> {
    while (this.isAtEnd) {
      this.ask()
      try {
        const written = write()
        if (written) await written
        else this.#takeUnkept()
      } catch (error) {
        if (isShared) throw error
        // No other process uses the numbers of this store, so that calls that only read go on.
        if (this.isAtEnd) this.#takeUnkept()
      }
    }
  }

  #takeUnkept(): void {
    this.#asked = undefined
    this.next = this.#unreserved
    this.#end = this.next + BLOCK
  }

  /** Gives back what was reserved last and not used, if no other process has reserved numbers since. */
  giveBack(): void {
    if (this.#spare || this.#asked || this.#end !== this.#reserved) return
    this.#end = this.#reserved = this.next
  }

  /** Begins again at 0, without any block. */
  clear(): void {
    this.#former ??= { next: this.next, end: this.#end, spare: this.#spare }
    this.next = this.#end = this.#reserved = 0
    this.#spare = this.#asked = undefined
  }

  /** Begins again since another process has, so that blocks of before may be reserved by any process. */
  forget(): void {
    this.clear()
    this.#former = undefined
  }

  /** Goes on where it was cleared, if it was, since that could not be kept. */
  undoClear(): void {
    const { next, end, spare } = this.#former ?? { next: this.next, end: this.#end, spare: this.#spare }
    this.next = next
    this.#end = end
    this.#spare = spare
    this.#former = undefined
  }
}

/** What the log has to know of the handle that it belongs to. */
type Place = ConstructorParameters<typeof Journal>[0] &
  ConstructorParameters<typeof Secrets>[0] &
  ConstructorParameters<typeof Recording>[0]

/** How much room there is in all for what is kept of the worlds of a server. */
export interface Budgets {
  readonly journals?: Budget
  readonly steps?: Budget
}

/**
 * What happened to a world, beside what it is: a reset clears it, coming back to a snapshot keeps it, and a fork begins with
 * an empty one.
 */
export class WorldLog implements Sidecar {
  readonly journal: Journal
  readonly secrets: Secrets
  readonly faults = new FaultTallies()
  readonly steps: Recording
  readonly seals = new CsrfTokens()
  readonly numbers = new RequestNumbers()
  #performed: Performed[] = []
  /** Jobs that have run since the last reset. */
  jobs = 0
  /** Whether what happens is a replay: real time does not pass then, and nothing is sent. */
  replaying = false

  constructor(handle: Place, { journals, steps }: Budgets = {}) {
    this.secrets = new Secrets(handle)
    this.journal = new Journal(handle, this.secrets, journals)
    const standIns = new StandIns((secret) => isOwnSecret(this.secrets, secret))
    this.steps = new Recording(handle, this.journal.requests, standIns, steps)
  }

  /** The number of the next request since the last reset. */
  get requestNumber(): number {
    return this.numbers.next
  }

  set requestNumber(number: number) {
    this.numbers.next = number
  }

  /**
   * Takes down what was told in a transaction that has been committed. Where the world is kept, operations are written down once they are:
   * what does not stand in the end was not performed.
   */
  onEvents(told: readonly WorldEvent[], { clock, history }: World, isKept: boolean): void {
    let met: readonly MatchedCall[] = []
    for (const event of told as readonly ResourceEvent[]) {
      if (event.type === 'faults.met') {
        met = event.met
        for (const each of met) this.faults.count(each)
      } else if (event.type === 'operation.performed')
        this.#performed.push({ call: event, met, at: clock.now, job: this.jobs, chapter: history.younger?.number })
    }
    if (!isKept) this.writeDown()
  }

  /** How many operations have been performed and are not written down yet. */
  get unwritten(): number {
    return this.#performed.length
  }

  /** Writes down so many of them. */
  writeDown(count = this.#performed.length): void {
    for (const each of this.#performed.splice(0, count)) this.journal.perform(each)
  }

  /** They do not count. */
  unhear(): void {
    this.#performed = []
  }

  /** Forgets everything. */
  clear(): void {
    this.journal.clear()
    this.unhear()
    this.faults.clear()
    this.seals.clear()
    this.numbers.clear()
    this.jobs = 0
  }
}
