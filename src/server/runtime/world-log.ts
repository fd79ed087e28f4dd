import { FaultTallies, type MatchedCall } from '../../service/faults/tallies.ts'
import type { Budget } from '../log/budget.ts'
import type { PerformedOperation } from '../log/call-record.ts'
import { Journal } from '../log/journal.ts'
import { isOwnSecret } from '../log/redact.ts'
import { Secrets } from '../log/secrets.ts'
import { Recording } from '../log/recording.ts'
import { SecretStandIns } from '../log/stand-ins.ts'
import type { ResourceEvent } from '../../service/resources/resource-events.ts'
import type { DomainEvent } from '../../kernel/world/tx.ts'
import type { Sidecar, WorldState } from '../../kernel/world/world.ts'
import { CsrfTokens } from './csrf-tokens.ts'

/** Number of request numbers that a process reserves at once. */
const BLOCK = 1_000

/** The numbers from `from` up to, but not including, `end`. */
interface Block {
  readonly from: number
  readonly end: number
}

/**
 * The numbers of requests, from which request ids are derived. In a persistent world a process uses only numbers from blocks it has
 * reserved: a block is requested, saved with the world, and used once that write has succeeded. So no two processes use the same
 * number, and no number is used again after a crash. A crashed process leaves the rest of its block unused.
 */
export class RequestNumbers {
  /** The number of the next request, unless the block in use ends before it. */
  next = 0
  /** The end of the block in use. */
  #end = 0
  /** The next block, if it is already reserved. */
  #spare: Block | undefined
  /** The block that has been requested and is not reserved yet. */
  #requested: Block | undefined
  /** All numbers below it are reserved, by this process or another one. */
  #reserved = 0
  /** The state before `clear`, until the clearing is saved. */
  #beforeClear: (Pick<RequestNumbers, 'next'> & { readonly end: number; readonly spare: Block | undefined }) | undefined

  /** The number to save with the world: all numbers below it are reserved, or will be by that write. */
  get reservedEnd(): number {
    return this.#requested?.end ?? this.#unreserved
  }

  get #unreserved(): number {
    return Math.max(this.#reserved, this.#end, this.next)
  }

  /** Whether no reserved number is left. */
  get isExhausted(): boolean {
    return this.next >= this.#end && !this.#spare
  }

  /** Whether another block should be requested now, so that later calls need not wait for it. */
  get isLow(): boolean {
    return this.#end - this.next < BLOCK / 2 && !this.#spare && !this.#requested
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

  /** Requests another block: the next write of the world reserves it. */
  requestBlock(): void {
    const from = this.#unreserved
    this.#requested ??= { from, end: from + BLOCK }
  }

  /** Confirms a successful write of the world with `reservedEnd` equal to `reservedEnd`. */
  confirmBlock(reservedEnd: number): void {
    this.#beforeClear = undefined
    const requested = this.#requested
    if (requested?.end !== reservedEnd) return
    this.#requested = undefined
    this.#reserved = reservedEnd
    if (requested.from === this.#end) this.#end = reservedEnd
    else this.#spare = requested
  }

  /** Sets which numbers are reserved in the store. Discards a requested block, since another process may have written first. */
  setReserved(reservedEnd: number): void {
    this.#requested = undefined
    this.#reserved = reservedEnd
  }

  /**
   * Reserves a block. `write` resolves after an attempt to save the world, and returns `undefined` if the world is no longer
   * persistent. Other processes may write first, so it is retried until there is a number. Rejects if the store is shared and the
   * write fails.
   */
  async reserve(write: () => Promise<unknown> | undefined, isShared: boolean): Promise<void> {
    while (this.isExhausted) {
      this.requestBlock()
      try {
        const written = write()
        if (written) await written
        else this.#takeUnreserved()
      } catch (error) {
        if (isShared) throw error
        // No other process uses this store, so calls that only read can continue.
        if (this.isExhausted) this.#takeUnreserved()
      }
    }
  }

  #takeUnreserved(): void {
    this.#requested = undefined
    this.next = this.#unreserved
    this.#end = this.next + BLOCK
  }

  /** Releases the unused rest of the last block, unless numbers after it are reserved or requested. */
  releaseUnused(): void {
    if (this.#spare || this.#requested || this.#end !== this.#reserved) return
    this.#end = this.#reserved = this.next
  }

  /** Restarts at 0, without any block. */
  clear(): void {
    this.#beforeClear ??= { next: this.next, end: this.#end, spare: this.#spare }
    this.next = this.#end = this.#reserved = 0
    this.#spare = this.#requested = undefined
  }

  /** Restarts because another process did; unlike `clear`, this can't be undone. */
  restart(): void {
    this.clear()
    this.#beforeClear = undefined
  }

  /** Undoes `clear` if the clearing could not be saved. */
  undoClear(): void {
    const { next, end, spare } = this.#beforeClear ?? { next: this.next, end: this.#end, spare: this.#spare }
    this.next = next
    this.#end = end
    this.#spare = spare
    this.#beforeClear = undefined
  }
}

/** The handle of a log, as far as the log needs it. */
type LoggedWorld = ConstructorParameters<typeof Journal>[0] &
  ConstructorParameters<typeof Secrets>[0] &
  ConstructorParameters<typeof Recording>[0]

/** The memory budgets that the logs of all worlds of a server share. */
export interface LogBudgets {
  readonly journals?: Budget
  readonly recordings?: Budget
}

/**
 * What happened to a world, as opposed to its state: journal, recording and counters. A reset clears the log, restoring a snapshot
 * keeps it, and a fork starts with an empty one.
 */
export class WorldLog implements Sidecar {
  readonly journal: Journal
  readonly secrets: Secrets
  readonly faults = new FaultTallies()
  readonly recording: Recording
  readonly csrfTokens = new CsrfTokens()
  readonly requestNumbers = new RequestNumbers()
  #performed: PerformedOperation[] = []
  /** Number of jobs that have run since the last reset. */
  jobCount = 0
  /** Whether the world is being replayed: real time does not pass then, and nothing is sent. */
  replaying = false

  constructor(handle: LoggedWorld, { journals, recordings }: LogBudgets = {}) {
    this.secrets = new Secrets(handle)
    this.journal = new Journal(handle, this.secrets, journals)
    const secretStandIns = new SecretStandIns((secret) => isOwnSecret(this.secrets, secret))
    this.recording = new Recording(handle, secretStandIns, recordings)
  }

  /** The number of the next request since the last reset. */
  get requestNumber(): number {
    return this.requestNumbers.next
  }

  set requestNumber(number: number) {
    this.requestNumbers.next = number
  }

  /**
   * Records the events of a committed transaction. In a persistent world, batch operations are recorded only once they are saved,
   * since they may be rolled back.
   */
  onEvents(events: readonly DomainEvent[], { clock, history }: WorldState, isPersistent: boolean): void {
    let matchedFaults: readonly MatchedCall[] = []
    for (const event of events as readonly ResourceEvent[]) {
      if (event.type === 'faults.matched') {
        matchedFaults = event.matched
        for (const each of matchedFaults) this.faults.count(each)
      } else if (event.type === 'operation.performed')
        this.#performed.push({
          call: event,
          matchedFaults,
          at: clock.now,
          job: this.jobCount,
          historyEntry: history.younger?.number,
        })
    }
    if (!isPersistent) this.recordOperations()
  }

  /** Number of batch operations that have been performed and are not recorded yet. */
  get pendingOperations(): number {
    return this.#performed.length
  }

  /** Records the first `count` pending operations in the journal. */
  recordOperations(count = this.#performed.length): void {
    for (const each of this.#performed.splice(0, count)) this.journal.perform(each)
  }

  /** Discards the pending operations, which were rolled back. */
  discardOperations(): void {
    this.#performed = []
  }

  /** Clears the log. */
  clear(): void {
    this.journal.clear()
    this.discardOperations()
    this.faults.clear()
    this.csrfTokens.clear()
    this.requestNumbers.clear()
    this.jobCount = 0
  }
}
