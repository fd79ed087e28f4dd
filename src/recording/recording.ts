import { faults } from '../faults/definition.ts'
import type { FaultTallies } from '../faults/tallies.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import type { AttemptOutcome } from '../resources/deliveries/attempt.ts'
import type { Millis } from '../support/time.ts'
import type { Budget } from '../journal/budget.ts'
import type { HeaderSets } from '../journal/header-sets.ts'
import type { StandIns } from './stand-ins.ts'
import { SharedHeaders } from '../journal/shared-headers.ts'
import type { RecordingMark, Snapshot } from './snapshot.ts'
import { type ArrivedStep, bytesOf, isOf, type Moment, type RequestStep, type Step } from './step.ts'
import type { ReplayGate } from './replay-gate.ts'

/** The list of steps that nobody has any more. */
const LOST = -1

/** The steps of one world take at most so many bytes. */
export const STEPS_BYTES_MAX = 64 * 1024 * 1024

/** Those of all worlds of a server take at most so many. */
export const ALL_STEPS_BYTES_MAX = 512 * 1024 * 1024

/** What steps have to know of the handle that they are taken in. */
interface Place {
  readonly world: World
  readonly epoch: number
  readonly inFlight: number
  readonly usedAt: Millis
  readonly log: { readonly requestNumber: number; readonly jobs: number; readonly faults: FaultTallies }
}

/** What somebody is about to do to a world. */
interface Act {
  readonly make: (moment: Moment) => Step
  step: Step | undefined
  snapshot: { readonly name: string; readonly world: World } | undefined
  /** When it began, if it leads the world to another time. */
  began: Moment | undefined
}

/**
 * What was done to a world from outside since its beginning or the last reset, in the order in which it took effect: enough to
 * do all of it once more. The oldest steps go when there is no room.
 */
export class Recording {
  /** How much room there is. */
  bytesMax = STEPS_BYTES_MAX
  /** What the steps begin with. */
  start: Snapshot
  /** Whose turn it is, in a replay. */
  turns: ReplayGate | undefined
  readonly #handle: Place
  readonly #budget: Budget | undefined
  readonly #requests: HeaderSets
  /** What stands in bundles for secrets that callers sent. */
  readonly standIns: StandIns
  readonly #sharing = new SharedHeaders()
  #steps: (Step | undefined)[] = []
  #head = 0
  #bytes = 0
  #dropped = 0
  #round = 0
  #act: Act | undefined

  constructor(handle: Place, requests: HeaderSets, standIns: StandIns, budget?: Budget) {
    this.#handle = handle
    this.#requests = requests
    this.standIns = standIns
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

  /** The steps from a place on, as far as they are kept. */
  from(position: number): readonly Step[] {
    return this.#steps.slice(this.#head + Math.max(position - this.#dropped, 0)).filter((step) => step !== undefined)
  }

  /** Begins anew with the world as it stands. */
  begin(): void {
    this.#steps = []
    this.#head = 0
    this.#dropped = 0
    this.#sharing.clear()
    this.standIns.clear()
    this.#charge(-this.#bytes)
    this.#round++
    this.start = { world: this.#handle.world, mark: this.mark() }
  }

  /** What came before is not known: there are no steps from the beginning. */
  lose(): void {
    this.begin()
    this.start = { ...this.start, mark: { ...this.start.mark, round: LOST } }
  }

  /** Whether the first steps are not known because others took them: another process, or this one before it was started again. */
  get isLost(): boolean {
    return this.start.mark.round === LOST
  }

  /** Where the world stands now. */
  mark(): RecordingMark {
    const { world, epoch, log } = this.#handle
    const met = peek(world, (tx) => tx.range(faults.key).all()).map((fault) => [fault.id, log.faults.of(fault)] as const)
    return {
      position: this.total,
      round: this.#round,
      epoch,
      requests: log.requestNumber,
      jobs: log.jobs,
      faults: met.filter(([, { seen }]) => seen > 0),
    }
  }

  /** Whether all steps from a mark on are kept. */
  isWholeSince({ position, round }: RecordingMark): boolean {
    return round === this.#round && position >= this.#dropped
  }

  /** Notes a call that has come. */
  arrive(call: ArrivedStep): RequestStep {
    const { world, log, inFlight } = this.#handle
    const headers = this.#requests.find(call.headers) ?? this.#requests.add(call.headers)
    this.standIns.learn(call.path, call.search)
    const step: RequestStep = {
      kind: 'request',
      at: world.clock.now,
      jobs: log.jobs,
      number: call.number,
      method: call.method,
      path: call.path,
      prefixed: call.prefixed,
      search: call.search,
      headers,
      varying: this.#requests.varyingOf(call.headers),
      key: call.key,
      busy: inFlight,
      body: undefined,
      unread: undefined,
      gates: 0,
      answer: undefined,
      position: this.total,
      round: this.#round,
    }
    this.#add(step)
    this.turns?.bind(step)
    return step
  }

  /** Adds the body of a call. */
  receive(step: RequestStep, body: string): void {
    if (step.body !== undefined) return
    step.body = body
    this.standIns.learn(body)
    if (step.round === this.#round && step.position >= this.#dropped) this.#weigh(body.length)
  }

  /**
   * A call goes on after it had to wait. In a replay it does not before its turn has come: then there is something to wait for,
   * and it is told what it had found out from outside.
   */
  resume(step: RequestStep, found?: AttemptOutcome): Promise<AttemptOutcome | undefined> | undefined {
    if (!this.turns) return void this.#resumed(step, found)
    return this.turns.of(step)?.then((known) => {
      this.#resumed(step, known)
      return known
    })
  }

  /** What a call was about to do has to wait for something to be loaded: it had not gone on yet. */
  takeBack(step: RequestStep): void {
    const last = this.#steps.at(-1)
    if (this.turns || step.round !== this.#round || !last || !isOf(last, step) || last.gates === 0) return
    last.gates--
    if (last.kind === 'resume' && last.gates === 0) this.#takeOut(this.#steps.length - 1)
  }

  /** Now it goes on. */
  resumeAgain(step: RequestStep): void {
    if (!this.turns) this.#resumed(step, undefined)
  }

  /** Runs what changes the world, and notes it where it took effect. What fails has changed nothing, and is not noted. */
  act<Result>(make: Act['make'], work: () => Result): Result {
    const act: Act = { make, step: undefined, snapshot: undefined, began: undefined }
    const outer = this.#act
    this.#act = act
    try {
      const result = work()
      this.#note(act)
      if (result instanceof Promise) result.catch(() => this.#forget(act))
      return result
    } finally {
      this.#act = outer
    }
  }

  /** What is just being done, for who has to begin with it once more; the function that comes back says that it is done now. */
  again(): () => void {
    const act = this.#act
    return () => {
      if (!act) return
      this.#forget(act)
      this.#note(act)
    }
  }

  /** Tells which snapshot is meant by what is being done, before it is. */
  means(name: string, world: World): void {
    if (this.#act) Object.assign(this.#act, { snapshot: { name, world }, began: this.#moment() })
  }

  #resumed(step: RequestStep, asked: AttemptOutcome | undefined): void {
    if (step.round !== this.#round) return
    const moment = this.#moment()
    const last = this.#steps.at(-1)
    if (!asked && last && isOf(last, step) && last.at === moment.at && last.jobs === moment.jobs) last.gates++
    else this.#add({ kind: 'resume', ...moment, of: step, gates: 1, asked })
  }

  #moment(): Moment {
    const { world, log } = this.#handle
    return { at: world.clock.now, jobs: log.jobs }
  }

  #note(act: Act): void {
    act.step = act.make(act.began ?? this.#moment())
    if (act.step.kind === 'control') act.step.snapshot = act.snapshot
    this.#add(act.step)
  }

  #forget({ step }: Act): void {
    const place = step ? this.#steps.lastIndexOf(step) : -1
    if (place >= 0) this.#takeOut(place)
  }

  /** The others keep their places. */
  #takeOut(place: number): void {
    const step = this.#steps[place]
    this.#steps[place] = undefined
    if (step) this.#release(step)
  }

  #add(step: Step): void {
    this.#steps.push(step)
    this.#weigh(bytesOf(step) + (step.kind === 'request' ? this.#sharing.share(step.headers) : 0))
  }

  #release(step: Step): void {
    this.#charge(-bytesOf(step) - (step.kind === 'request' ? this.#sharing.release(step.headers) : 0))
  }

  #weigh(bytes: number): void {
    this.#charge(bytes)
    while (this.#bytes > this.bytesMax && this.size > 0) this.evictOldest()
  }

  #charge(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.take(this, bytes)
  }

  /** Lets the oldest step go. */
  evictOldest(): void {
    const oldest = this.#steps[this.#head]
    this.#dropped++
    this.#steps[this.#head++] = undefined
    if (oldest) this.#release(oldest)
    // What is let go at the head is taken off from time to time.
    if (this.#head > 1_000 && this.#head * 2 > this.#steps.length) {
      this.#steps = this.#steps.slice(this.#head)
      this.#head = 0
    }
  }
}
