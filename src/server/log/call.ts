import type { Violation } from '../../service/calls/checks.ts'
import { realNow, type Millis } from '../../kernel/support/time.ts'
import { readTraceparent, type TraceContext } from '../../kernel/support/traceparent.ts'
import type { TruncatedText } from './body-limit.ts'
import {
  type GivenHeaders,
  type Headers,
  type MessageView,
  OWN_ID,
  StoredMessage,
  type SentAnswer,
  VARYING,
} from './stored-message.ts'
import { redactedBody, redactedHeaders, redactedPairs, redactText, redactedViolations } from './redact.ts'
import type { Secrets } from './secrets.ts'

export type { Violation } from '../../service/calls/checks.ts'

/** When something happened: the time of the world, and the number of jobs run since the last reset. */
export interface Moment {
  readonly at: Millis
  readonly jobs: number
}

/** The fault that shaped an answer. */
interface AppliedFault {
  readonly id: number
  /** Its effect: `problem`, `latency`, `mutate`, or the kind of broken connection. */
  readonly effect: string
}

/** The issuer of the key of a call: its own world (also a revoked token), all worlds, another or deleted world, or no world of this server. */
export type KeyOwner = 'own' | 'shared' | 'foreign' | 'external'

/** What chose the world of a call; the key may be an access token, or the id of the application that signs in. */
export type WorldChoice = 'path' | 'header' | 'key' | 'default'

/** The request of a call, with its secrets. */
export interface SentCall {
  readonly method: string
  /** Percent-encoded; relative to the address of the world if `prefixed`, otherwise from the root of the server. */
  readonly path: string
  readonly prefixed: boolean
  /** The query string, without the question mark. */
  readonly search: string
  readonly headers: GivenHeaders
  /** Missing in an operation of a batch. */
  readonly chosenBy?: WorldChoice
  /** The trace of an operation of a batch. Other calls have their trace in their headers. */
  readonly trace?: TraceContext
}

/** How a call arrived. */
export interface Arrival extends Moment {
  /** The `X-Request-Id` of its answer; a batch operation gets an id of its own. */
  readonly id: string
  readonly via: 'http' | 'batch'
  /** Its number among all calls of the journal, counted from 1 since the last reset. */
  readonly number: number
  /** Its number among the requests of the world, from which its `X-Request-Id` is derived. */
  readonly request: number
  readonly key: KeyOwner
  /** Number of changes that the world had seen when it arrived. */
  readonly changes: number
  /** Its position in the log, and the round: each restart of the log begins another. */
  readonly position: number
  readonly round: number
}

/**
 * A call of the service, of a page, or of an unknown path: appended to the log on arrival, completed by its answer. It stores what was sent
 * unchanged; secrets are redacted when it is read.
 */
export class Call {
  readonly kind = 'request'
  readonly sent: SentCall
  readonly arrival: Arrival
  /** The real time on arrival. */
  readonly real_at = realNow()
  /** The body once it has been read, or the reason why it could not be read. */
  body: string | undefined = undefined
  unread: 'too_large' | 'broken_off' | 'corrupt' | 'unsupported' | 'not_utf8' | undefined = undefined
  /** Number of other calls in flight when it became one of them. */
  busy = 0
  /** How often it continued after a wait before anything else happened in the world. */
  gates = 0
  /** The operation id, once the route has been found. */
  operation: string | undefined = undefined
  /** `null` until it is answered, and forever if a fault withheld the answer. */
  status: number | null = null
  duration_ms: Millis | null = null
  response: StoredMessage | undefined = undefined
  /** A checksum of the answer's body as a replay gives it, unless the body is empty or very large. */
  digest: number | undefined = undefined
  /** The faults that shaped its answer. */
  faults: readonly AppliedFault[] = NO_FAULTS
  /**
   * Whether the answer was not the service's own: from a fault, from `X-Trigger-Error`, or because the world was reset meanwhile.
   */
  injected = false
  /** The instant of the world whose state a lagging read answered. */
  asOf: Millis | undefined = undefined
  error: string | undefined = undefined
  /** The number of the history entry with its changes, for an operation of a batch, whose entry names a job as its cause. */
  historyEntry: number | undefined = undefined
  /** Estimated size in the journal in bytes, without the answer. */
  bytes = 0
  readonly #secrets: Secrets
  /** The part of the body to show, if that is not the whole body. */
  #truncated: TruncatedText | undefined
  #violations: readonly Violation[] = NO_VIOLATIONS
  #hint: string | undefined = undefined

  constructor(sent: SentCall, arrival: Arrival, secrets: Secrets) {
    this.sent = sent
    this.arrival = arrival
    this.#secrets = secrets
  }

  get id(): string {
    return this.arrival.id
  }

  get via(): 'http' | 'batch' {
    return this.arrival.via
  }

  /** Its number in the journal. */
  get number(): number {
    return this.arrival.number
  }

  /** The time of the world on arrival. */
  get at(): Millis {
    return this.arrival.at
  }

  /** Number of jobs that had run on arrival. */
  get jobs(): number {
    return this.arrival.jobs
  }

  /** Number of changes that the world had seen on arrival. */
  get changesBefore(): number {
    return this.arrival.changes
  }

  /** Whether it has been answered, also if the answer was lost. */
  get isAnswered(): boolean {
    return this.duration_ms !== null
  }

  get method(): string {
    return this.sent.method
  }

  /** Relative to the address of the world, percent-encoded: `/3.0/lists`. */
  get path(): string {
    return redactText(this.#secrets, this.#path)
  }

  /** The query string, without the question mark. */
  get search(): string {
    const { search } = this.sent
    return search === '' ? '' : redactedPairs(this.#secrets, search)
  }

  get trace(): TraceContext {
    return this.sent.trace ?? readTraceparent(this.sent.headers['traceparent'])
  }

  get request(): MessageView {
    const { [VARYING.request]: varying, ...headers } = this.sent.headers
    const { text, cut } = this.#truncated ?? { text: this.body ?? '', cut: 0 }
    return {
      headers: redactedHeaders(this.#secrets, headers),
      varying: varying === undefined ? undefined : String(varying),
      body: redactedBody(this.#secrets, this.#path, text),
      cut,
      streamed: false,
    }
  }

  /** Where the call or its answer violated the contract. */
  get violations(): readonly Violation[] {
    return this.#violations.length === 0 ? this.#violations : redactedViolations(this.#secrets, this.#violations)
  }

  set violations(violations: readonly Violation[]) {
    this.#violations = violations
  }

  /** What the double knows about its error beyond the answer. */
  get hint(): string | undefined {
    return this.#hint === undefined ? undefined : redactText(this.#secrets, this.#hint)
  }

  set hint(hint: string | undefined) {
    this.#hint = hint
  }

  /** The key of a repeatable read, to find earlier answers to the same call; `undefined` for other calls. It may contain secrets. */
  get target(): string | undefined {
    const { method, search } = this.sent
    if (method !== 'GET' || this.via !== 'http') return undefined
    return search === '' ? this.#path : `${this.#path}?${search}`
  }

  /** Notes which part of the body is stored. */
  truncate(stored: TruncatedText): void {
    this.#truncated = stored
  }

  /** Creates an answer to the call. */
  message(sent: SentAnswer): StoredMessage {
    return new StoredMessage(this.#secrets, this.#path, sent)
  }

  get #path(): string {
    const { path, prefixed } = this.sent
    return prefixed ? path : belowWorld(path)
  }
}

const NO_FAULTS: readonly never[] = []
const NO_VIOLATIONS: readonly never[] = []

/** Returns a path without the `/_worlds/<id>` prefix. */
export function belowWorld(pathname: string): string {
  if (!pathname.startsWith('/_worlds/')) return pathname
  const slash = pathname.indexOf('/', '/_worlds/'.length)
  return slash === -1 ? '/' : pathname.slice(slash)
}

export function headersIn(call: Call, side: 'request' | 'response'): Headers {
  const message = call[side]
  if (!message) return {}
  const { headers, varying } = message
  return varying === undefined ? headers : { ...headers, [VARYING[side]]: varying === OWN_ID ? call.id : varying }
}
