import type { PerformedCall } from '../../service/calls/batch.ts'
import { findEffectName } from '../../service/faults/effects/index.ts'
import { FaultTallies, type MatchedCall } from '../../service/faults/tallies.ts'
import type { ResourceEvent } from '../../service/rules/resource-events.ts'
import type { ContractName } from '../../kernel/contract/operation-index.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { checksum } from '../../kernel/support/checksum.ts'
import { stream, uuid, type Stream } from '../../kernel/support/random.ts'
import { realNow, type Millis } from '../../kernel/support/time.ts'
import { pickTrace } from '../../kernel/support/traceparent.ts'
import type { DomainEvent } from '../../kernel/world/tx.ts'
import type { Sidecar, WorldState } from '../../kernel/world/world.ts'
import type { Budget } from './budget.ts'
import { type Arrival, Call, type SentCall } from './call.ts'
import { CsrfTokens } from './csrf-tokens.ts'
import { DIGESTED_MAX, SecretStandIns } from './stand-ins.ts'
import { Entries, type LoggedWorld } from './entries.ts'
import { Journal, type JournaledAnswer } from './journal.ts'
import { type GivenHeaders, shareTexts } from './stored-message.ts'
import { isOwnSecret } from './redact.ts'
import { RequestNumbers } from './request-numbers.ts'
import { Secrets } from './secrets.ts'

/** The memory budgets of all worlds of a server: one for the journals, one for the rest of the logs. */
export interface LogBudgets {
  readonly journals?: Budget
  readonly entries?: Budget
}

/** A call that has arrived over HTTP, with its headers by lower-case name. */
export type ArrivedCall = Pick<Arrival, 'id' | 'request' | 'key'> &
  Omit<SentCall, 'trace' | 'chosenBy'> &
  Required<Pick<SentCall, 'chosenBy'>>

/** The parts of a call that the server has read, in the words of the reference. */
export interface ReadParts {
  readonly contract: ContractName
  /** `undefined` if no operation matched. */
  readonly route: Route | undefined
  readonly query: ReadonlyMap<string, string>
  /** The parsed body; `undefined` if there was none or it couldn't be parsed. */
  readonly body: unknown
}

/** Callbacks for what happens in a log. */
interface LogSubscriber {
  /** A call was answered, over HTTP or in a batch. */
  readonly answered?: (call: Call, parts: ReadParts) => void
  /** A call arrived, was read or was answered, or calls were deleted from the journal. */
  readonly changed?: () => void
}

/** A performed batch operation: its matching faults, its time, and its place in the history. */
interface PerformedOperation {
  readonly call: PerformedCall
  readonly matchedFaults: readonly MatchedCall[]
  readonly at: Millis
  /** The number of its job, counted since the last reset: no two processes save a job with the same number. */
  readonly job: number
  readonly historyEntry: number | undefined
}

/** The world of a log: its current version, and the one that resets return to. */
type LogSource = LoggedWorld & ConstructorParameters<typeof Secrets>[0]

/**
 * What happened to a world, as opposed to its state. Everything is appended here once: each call on arrival, each batch operation once it is
 * performed. A reset clears the log, restoring a snapshot keeps it, and a fork starts with an empty one.
 */
export class WorldLog implements Sidecar {
  /** The calls that callers can read. */
  readonly journal: Journal
  readonly secrets: Secrets
  /** Replaces secrets that callers sent, in bundles. */
  readonly secretStandIns: SecretStandIns
  readonly entries: Entries
  readonly faults = new FaultTallies()
  readonly csrfTokens = new CsrfTokens()
  readonly requestNumbers = new RequestNumbers()
  readonly #world: LogSource
  readonly #subscribers = new Set<LogSubscriber>()
  /** Randomness for the ids of batch operations. */
  readonly #operationIds: Stream
  #performed: PerformedOperation[] = []
  /** Of the last call. */
  #headers: GivenHeaders = NO_HEADERS
  /** Number of jobs that have run since the last reset. */
  jobCount = 0
  /** Whether the world is being replayed: real time does not pass then, and nothing is sent. */
  replaying = false

  constructor(world: LogSource, { journals, entries }: LogBudgets = {}) {
    const { seed, id } = world.world
    this.#world = world
    this.secrets = new Secrets(world)
    this.journal = new Journal(world, journals)
    this.secretStandIns = new SecretStandIns((secret) => isOwnSecret(this.secrets, secret))
    this.entries = new Entries(world, entries)
    this.#operationIds = stream(`${seed}/${id}`, 'operation')
  }

  /** The number of the next request since the last reset. */
  get requestNumber(): number {
    return this.requestNumbers.next
  }

  set requestNumber(number: number) {
    this.requestNumbers.next = number
  }

  /** Subscribes to what happens. Returns an unsubscribe function. */
  subscribe(subscriber: LogSubscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }

  arrive({ id, request, key, method, path, prefixed, search, headers, chosenBy }: ArrivedCall): Call {
    const { entries, journal } = this
    this.secretStandIns.learn(path, search)
    this.secrets.learn()
    this.#headers = shareTexts(headers, this.#headers)
    const sent = { method, path, prefixed, search, headers: this.#headers, chosenBy }
    const { position, round, moment } = entries
    const { at, jobs } = moment
    const { world } = this.#world
    const changes = world.history.total
    const call = new Call(
      sent,
      { at, jobs, id, via: 'http', number: journal.nextNumber, request, key, changes, position, round },
      this.secrets,
    )
    entries.add(call)
    journal.add(call)
    this.#changed()
    return call
  }

  receive(call: Call, body: string): void {
    if (call.body !== undefined) return
    this.secretStandIns.learn(body)
    this.entries.addBody(call, body)
    if (body === '') return
    this.journal.addBody(call, body)
    this.#changed()
  }

  /** Notes why the body of a call could not be read, and its size in bytes if that is known. */
  receiveUnread(call: Call, why: NonNullable<Call['unread']>, bytes?: number): void {
    call.unread = why
    if (bytes !== undefined) call.truncate({ text: '', cut: bytes })
  }

  /** Completes a call with its answer. */
  answer(call: Call, answer: JournaledAnswer, parts: ReadParts): void {
    this.secrets.learn()
    call.duration_ms = realNow() - call.real_at
    this.journal.addAnswer(call, answer)
    const { status, text } = answer
    if (status !== null && text) call.digest = this.#digestOf(call, text)
    this.#answered(call, parts)
  }

  #perform({ call: performed, matchedFaults, at, job, historyEntry }: PerformedOperation): void {
    const { journal, entries } = this
    const { sent: body, answered: text, source, status, method, path, search, parts } = performed
    this.secrets.learn()
    const id = performed.id ?? matchedFaults[0]?.request_id ?? uuid(this.#operationIds, job)
    const trace = pickTrace(performed)
    const sent = { method, path, prefixed: true, search, headers: NO_HEADERS, trace }
    const { position, round } = entries
    const arrival = {
      at,
      jobs: job,
      id,
      via: 'batch',
      number: journal.nextNumber,
      request: -1,
      key: 'own',
      changes: this.#world.world.history.total,
      position,
      round,
    } as const
    const call = new Call(sent, arrival, this.secrets)
    const applied = matchedFaults.filter(({ fires }) => fires)
    call.operation = performed.operation
    call.error = performed.error
    call.hint = performed.hint
    call.violations = performed.violations
    call.faults = applied.map(({ fault }) => ({ id: fault.id, effect: findEffectName(fault) }))
    call.injected = applied.length > 0
    call.historyEntry = historyEntry
    call.duration_ms = 0
    call.body = body
    journal.add(call)
    if (body !== '') journal.addBody(call, body)
    journal.addAnswer(call, { status, headers: NO_HEADERS, text, source })
    this.#answered(call, { contract: 'service', ...parts })
  }

  /** Deletes the calls of the journal; their numbering continues. */
  deleteCalls(): void {
    this.journal.deleteAll()
    this.#changed()
  }

  /**
   * Appends the entries for the events of a committed transaction. In a persistent world, batch operations are appended only once they are
   * saved, since they may be rolled back.
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
    if (!isPersistent) this.appendOperations()
  }

  /** Number of batch operations that have been performed and are not appended yet. */
  get pendingOperations(): number {
    return this.#performed.length
  }

  /** Appends the first `count` pending operations. */
  appendOperations(count = this.#performed.length): void {
    for (const each of this.#performed.splice(0, count)) this.#perform(each)
  }

  /** Discards the pending operations, which were rolled back. */
  discardOperations(): void {
    this.#performed = []
  }

  /** Starts again from the current version of the world, without any entry. */
  restart(): void {
    this.secretStandIns.clear()
    this.entries.restart()
  }

  /** Starts again from the current version of the world; what happened before is unknown. */
  restartIncomplete(): void {
    this.secretStandIns.clear()
    this.entries.restartIncomplete()
  }

  clear(): void {
    this.journal.clear()
    this.discardOperations()
    this.faults.clear()
    this.csrfTokens.clear()
    this.requestNumbers.clear()
    this.jobCount = 0
    this.#changed()
  }

  #answered(call: Call, parts: ReadParts): void {
    for (const { answered } of this.#subscribers) answered?.(call, parts)
    this.#changed()
  }

  #changed(): void {
    for (const { changed } of this.#subscribers) changed?.()
  }

  /** The checksum of an answer as a replay gives it. */
  #digestOf({ response, sent }: Call, text: string): number | undefined {
    const replayed = this.secretStandIns.replaceInAnswer(sent.path, text)
    if (replayed.length > DIGESTED_MAX) return undefined
    return response && replayed === text ? response.checksumOf(replayed) : checksum(replayed)
  }
}

const NO_HEADERS: GivenHeaders = {}
