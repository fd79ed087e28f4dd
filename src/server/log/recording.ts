import { faults } from '../../service/faults/definition.ts'
import type { FaultTallies } from '../../service/faults/tallies.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { AttemptOutcome } from '../../service/resources/deliveries/attempt.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { Budget } from './budget.ts'
import { mayExceedLimit } from './body-limit.ts'
import { VARYING } from './call-record.ts'
import { HeaderSets } from './header-sets.ts'
import type { SecretStandIns } from './stand-ins.ts'
import type { RecordingMark, Snapshot } from './snapshot.ts'
import { type ArrivedStep, stepBytes, isStepOfCall, type Moment, type RequestStep, type Step } from './step.ts'
import type { ReplayGate } from './replay-gate.ts'

/** The round of a recording whose first steps are unknown. */
const UNKNOWN_START = -1

/** Maximum number of bytes of the recording of one world. */
export const RECORDING_BYTES_MAX = 64 * 1024 * 1024

/** Maximum number of bytes of the recordings of all worlds of a server. */
export const ALL_RECORDINGS_BYTES_MAX = 512 * 1024 * 1024

/** What a recording needs from the handle of its world. */
interface RecordedWorld {
  readonly world: WorldState
  readonly epoch: number
  readonly inFlight: number
  readonly usedAt: Millis
  readonly log: { readonly requestNumber: number; readonly jobCount: number; readonly faults: FaultTallies }
}

/** A step whose work is in progress. */
interface PendingStep {
  readonly make: (moment: Moment) => Step
  step: Step | undefined
  snapshot: { readonly name: string; readonly world: WorldState } | undefined
  /** When it began, if it moves the world to another time. */
  began: Moment | undefined
}

/**
 * What was done to a world from outside since its creation or last reset, in the order in which it took effect: enough to replay it. The
 * oldest steps are evicted when there is no room.
 */
export class Recording {
  /** Maximum number of bytes of this recording. */
  bytesMax = RECORDING_BYTES_MAX
  /** The version of the world before the first step. */
  start: Snapshot
  /** Decides when calls continue; only in a replay. */
  replayGate: ReplayGate | undefined
  readonly #handle: RecordedWorld
  readonly #budget: Budget | undefined
  readonly #headers = new HeaderSets(VARYING.request)
  /** Replaces secrets that callers sent, in bundles. */
  readonly secretStandIns: SecretStandIns
  #steps: (Step | undefined)[] = []
  #head = 0
  #bytes = 0
  #dropped = 0
  #round = 0
  #pendingStep: PendingStep | undefined

  constructor(handle: RecordedWorld, secretStandIns: SecretStandIns, budget?: Budget) {
    this.#handle = handle
    this.secretStandIns = secretStandIns
    this.#budget = budget
    this.start = { world: handle.world, mark: { position: 0, round: 0, epoch: 0, requests: 0, jobs: 0, faults: [] } }
  }

  get total(): number {
    return this.#dropped + this.size
  }

  get size(): number {
    return this.#steps.length - this.#head
  }

  get bytes(): number {
    return this.#bytes
  }

  get usedAt(): Millis {
    return this.#handle.usedAt
  }

  get dropped(): number {
    return this.#dropped
  }

  /** The steps from a position on, except evicted ones. */
  from(position: number): readonly Step[] {
    return this.#steps.slice(this.#head + Math.max(position - this.#dropped, 0)).filter((step) => step !== undefined)
  }

  /** Deletes all steps and starts again from the current version of the world. */
  restart(): void {
    for (const step of this.#steps) if (step?.kind === 'request') step.headers.steps = 0
    this.#steps = []
    this.#head = 0
    this.#dropped = 0
    this.secretStandIns.clear()
    this.#charge(-this.#bytes)
    this.#round++
    this.start = { world: this.#handle.world, mark: this.mark() }
  }

  /** Restarts, and records that earlier steps are unknown. */
  restartIncomplete(): void {
    this.restart()
    this.start = { ...this.start, mark: { ...this.start.mark, round: UNKNOWN_START } }
  }

  /** Whether the first steps are unknown because another process recorded them, or this one before a restart. */
  get isStartUnknown(): boolean {
    return this.start.mark.round === UNKNOWN_START
  }

  /** The current position of the recording, and the counters beside it. */
  mark(): RecordingMark {
    const { world, epoch, log } = this.#handle
    const met = peek(world, (tx) => tx.range(faults.key).all()).map((fault) => [fault.id, log.faults.of(fault)] as const)
    return {
      position: this.total,
      round: this.#round,
      epoch,
      requests: log.requestNumber,
      jobs: log.jobCount,
      faults: met.filter(([, { seen }]) => seen > 0),
    }
  }

  /** Whether all steps since a mark are available. */
  isWholeSince({ position, round }: RecordingMark): boolean {
    return round === this.#round && position >= this.#dropped
  }

  /** Records a call that has arrived. */
  arrive(call: ArrivedStep): RequestStep {
    const { world, log, inFlight } = this.#handle
    this.secretStandIns.learn(call.path, call.search)
    const step: RequestStep = {
      kind: 'request',
      at: world.clock.now,
      jobs: log.jobCount,
      number: call.number,
      method: call.method,
      path: call.path,
      prefixed: call.prefixed,
      search: call.search,
      headers: this.#headers.of(call.headers),
      varying: this.#headers.varyingOf(call.headers),
      key: call.key,
      busy: inFlight,
      body: undefined,
      unread: undefined,
      gates: 0,
      isAnswered: false,
      status: null,
      digest: undefined,
      position: this.total,
      round: this.#round,
    }
    this.#add(step)
    this.replayGate?.bind(step)
    return step
  }

  /** Adds the body of a call. */
  receive(step: RequestStep, body: string): void {
    if (step.body !== undefined) return
    step.body = body
    this.secretStandIns.learn(body)
    if (step.round === this.#round && step.position >= this.#dropped) this.#weigh(body.length)
  }

  /**
   * Records that a call continues after a wait, with the outcome of an outgoing request if it made one. In a replay, returns a promise that
   * resolves to the recorded outcome when it is the call's turn; otherwise returns `undefined`.
   */
  resume(step: RequestStep, found?: AttemptOutcome): Promise<AttemptOutcome | undefined> | undefined {
    if (!this.replayGate) return void this.#resumed(step, found)
    return this.replayGate.waitForTurn(step)?.then((known) => {
      this.#resumed(step, known)
      return known
    })
  }

  /**
   * Undoes the last `resume` of a call, because it has to wait for a module to be loaded before it can continue. Returns the outcome that was
   * recorded with it.
   */
  undoResume(step: RequestStep): AttemptOutcome | undefined {
    const last = this.#steps.at(-1)
    if (this.replayGate || step.round !== this.#round || !last || !isStepOfCall(last, step) || last.gates === 0) return undefined
    last.gates--
    if (last.kind !== 'resume' || last.gates > 0) return undefined
    this.#removeAt(this.#steps.length - 1)
    return last.asked
  }

  /** Records that the call continues after the load, with the outcome that `undoResume` returned. */
  redoResume(step: RequestStep, found: AttemptOutcome | undefined): void {
    if (!this.replayGate) this.#resumed(step, found)
  }

  /** Runs work that changes the world, and records it as a step. Failed work has changed nothing and is not recorded. */
  record<Result>(make: PendingStep['make'], work: () => Result): Result {
    const pending: PendingStep = { make, step: undefined, snapshot: undefined, began: undefined }
    const outer = this.#pendingStep
    this.#pendingStep = pending
    try {
      const result = work()
      this.#note(pending)
      if (result instanceof Promise) result.catch(() => this.#forget(pending))
      return result
    } finally {
      this.#pendingStep = outer
    }
  }

  /** Prepares for a retry of the work in progress. Returns a function that moves its step to the current position. */
  startRetry(): () => void {
    const pending = this.#pendingStep
    return () => {
      if (!pending) return
      this.#forget(pending)
      this.#note(pending)
    }
  }

  /** Notes which snapshot the work in progress is about to restore or delete. */
  noteSnapshot(name: string, world: WorldState): void {
    if (this.#pendingStep) Object.assign(this.#pendingStep, { snapshot: { name, world }, began: this.#moment() })
  }

  #resumed(step: RequestStep, found: AttemptOutcome | undefined): void {
    if (step.round !== this.#round) return
    const moment = this.#moment()
    const last = this.#steps.at(-1)
    if (!found && last && isStepOfCall(last, step) && last.at === moment.at && last.jobs === moment.jobs) last.gates++
    else this.#add({ kind: 'resume', ...moment, of: step, gates: 1, asked: found })
  }

  #moment(): Moment {
    const { world, log } = this.#handle
    return { at: world.clock.now, jobs: log.jobCount }
  }

  #note(pending: PendingStep): void {
    pending.step = pending.make(pending.began ?? this.#moment())
    if (pending.step.kind === 'control') pending.step.snapshot = pending.snapshot
    this.#add(pending.step)
  }

  #forget({ step }: PendingStep): void {
    const index = step ? this.#steps.lastIndexOf(step) : -1
    if (index >= 0) this.#removeAt(index)
  }

  /** Removes a step; the positions of the others don't change. */
  #removeAt(index: number): void {
    const step = this.#steps[index]
    this.#steps[index] = undefined
    if (step) this.#release(step)
  }

  #add(step: Step): void {
    this.#steps.push(step)
    this.#weigh(stepBytes(step) + (step.kind === 'request' && step.headers.steps++ === 0 ? step.headers.weight : 0))
  }

  #release(step: Step): void {
    this.#charge(-stepBytes(step) - (step.kind === 'request' && --step.headers.steps === 0 ? step.headers.weight : 0))
    // The journal shares the step, and has a copy of what it shows of a long body.
    if (step.kind === 'request' && step.body !== undefined && mayExceedLimit(step.body)) step.body = undefined
  }

  #weigh(bytes: number): void {
    this.#charge(bytes)
    while (this.#bytes > this.bytesMax && this.size > 0) this.evictOldest()
  }

  #charge(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.take(this, bytes)
  }

  /** Evicts the oldest step. */
  evictOldest(): void {
    const oldest = this.#steps[this.#head]
    this.#dropped++
    this.#steps[this.#head++] = undefined
    if (oldest) this.#release(oldest)
    // Evicted places are cut off from time to time.
    if (this.#head > 1_000 && this.#head * 2 > this.#steps.length) {
      this.#steps = this.#steps.slice(this.#head)
      this.#head = 0
    }
  }
}
