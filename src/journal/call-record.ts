import type { PerformedCall } from '../calls/batch.ts'
import type { Violation } from '../calls/violations.ts'
import type { MatchedCall } from '../faults/tallies.ts'
import { checksum } from '../support/checksum.ts'
import type { BodySource } from '../support/reply.ts'
import { realNow, type Millis } from '../support/time.ts'
import { truncateBody, weightOf } from './body-limit.ts'
import type { Headers, HeaderSet } from './header-sets.ts'
import { redactedBody, redactedPairs, redactedText, redactedViolations } from './redact.ts'
import type { Secrets } from './secrets.ts'

export type { Violation } from '../calls/violations.ts'

/** The fault that shaped an answer. */
export interface AppliedFault {
  readonly id: number
  /** Its effect: `problem`, `latency`, `mutate`, or the kind of broken connection. */
  readonly effect: string
}

/** The data of a call that are known on arrival. */
export interface ArrivedCall {
  /** The `X-Request-Id` of its answer; a batch operation gets an id of its own. */
  readonly id: string
  readonly via: 'http' | 'batch'
  readonly method: string
  /** Relative to the address of the world, percent-encoded: `/3.0/lists`. */
  readonly path: string
  /** The query string, without the question mark. */
  readonly search: string
}

/** What the journal adds to a call on arrival. */
interface RecordParts {
  /** Its number in the journal, counted from 1 since the last reset. */
  readonly number: number
  /** The time of the world on arrival. */
  readonly at: Millis
  readonly request: RecordedMessage
  readonly secrets: Secrets
}

/**
 * A call in the journal of its world: recorded on arrival, completed by its answer. It stores what was sent unchanged; secrets are
 * redacted when it is read.
 */
export class CallRecord {
  readonly number: number
  readonly id: string
  readonly at: Millis
  /** The real time on arrival. */
  readonly real_at: Millis
  readonly via: 'http' | 'batch'
  readonly method: string
  /** The operation id, once the route has been found. */
  operation: string | undefined = undefined
  /** `null` until it is answered, and forever if a fault withheld the answer. */
  status: number | null = null
  duration_ms: Millis | null = null
  request: RecordedMessage
  response: RecordedMessage | undefined = undefined
  /** The faults that shaped its answer. */
  faults: readonly AppliedFault[] = []
  /**
   * Whether the answer was not the service's own: from a fault, from `X-Trigger-Error`, or because the world was reset meanwhile.
   */
  injected = false
  /** The name of its error in the error catalogue. */
  error: string | undefined = undefined
  /** The number of the history entry with its changes, if that entry does not name it as its cause. */
  historyEntry: number | undefined = undefined
  /** Estimated size in bytes, without the answer. */
  bytes = 0
  readonly #secrets: Secrets
  readonly #path: string
  readonly #search: string
  #violations: readonly Violation[] = []
  #redacted: { readonly version: number; readonly path: string; readonly search: string } | undefined

  constructor({ id, via, method, path, search }: ArrivedCall, { number, at, request, secrets }: RecordParts) {
    this.number = number
    this.id = id
    this.at = at
    this.real_at = realNow()
    this.via = via
    this.method = method
    this.request = request
    this.#path = path
    this.#search = search
    this.#secrets = secrets
  }

  /** Relative to the address of the world, percent-encoded: `/3.0/lists`. */
  get path(): string {
    return this.#address().path
  }

  /** The query string, without the question mark. */
  get search(): string {
    return this.#address().search
  }

  /** Where the call or its answer violated the contract. */
  get violations(): readonly Violation[] {
    return this.#violations.length === 0 ? this.#violations : redactedViolations(this.#secrets, this.#violations)
  }

  set violations(violations: readonly Violation[]) {
    this.#violations = violations
  }

  /** Identifies what was called, to find earlier answers to the same call. It may contain secrets. */
  get target(): string {
    return `${this.method} ${this.#path}${this.#search}`
  }

  /** Creates an answer to the call. */
  message(sent: Omit<SentMessage, 'path'>): RecordedMessage {
    return new RecordedMessage(this.#secrets, { ...sent, path: this.#path })
  }

  #address(): { readonly path: string; readonly search: string } {
    const secrets = this.#secrets
    const { version } = secrets
    if (this.#redacted?.version !== version) {
      const search = this.#search === '' ? '' : redactedPairs(secrets, this.#search)
      this.#redacted = { version, path: redactedText(secrets, this.#path), search }
    }
    return this.#redacted
  }
}

/** One side of a call, with secrets redacted. */
export interface MessageView {
  /** The headers without the one that differs from call to call. */
  readonly headers: Headers
  /** The value of that header: `content-length` of a request, `x-request-id` of an answer; `ID` stands for the id of the record. */
  readonly varying: string | undefined
  /** The first 64 KiB of the body. */
  readonly body: string
  /** Number of bytes that were cut off from the body. */
  readonly cut: number
  /** Whether the body was streamed, and so is not recorded. */
  readonly streamed: boolean
}

/** A message as it was sent. */
interface SentMessage {
  readonly headers: HeaderSet
  readonly varying: string | undefined
  /** `undefined` for a streamed body. */
  readonly text: string | undefined
  /** A source that the text can be serialized from again, if it takes less memory. */
  readonly source?: BodySource | undefined
  /** The path of the call. */
  readonly path: string
  /** Number of bytes of a body that was not read. */
  readonly unread?: number
}

/** Estimated bytes of a source, without its own text. */
const SOURCE_BYTES = 200

/** One side of a call. Records of equal answers share one object. */
export class RecordedMessage implements MessageView {
  readonly varying: string | undefined
  readonly streamed: boolean
  /** Estimated size of its body in bytes. */
  readonly weight: number
  /** Number of records of the journal that have it as their answer. */
  users = 0
  readonly cut: number
  readonly #secrets: Secrets
  readonly #headers: HeaderSet
  readonly #path: string
  readonly #body: string | BodySource
  #redacted: { readonly version: number; readonly body: string } | undefined
  #checksum: number | undefined

  constructor(secrets: Secrets, { headers, varying, text, source, path, unread = 0 }: SentMessage) {
    const { text: beginning, cut } = truncateBody(text ?? '')
    this.varying = varying
    this.streamed = text === undefined
    this.cut = cut + unread
    this.#headers = headers
    this.#path = path
    this.#secrets = secrets
    this.#body = source && cut === 0 ? source : beginning
    this.weight = typeof this.#body === 'string' ? weightOf(this.#body) : SOURCE_BYTES + weightOf(this.#body.own)
  }

  get headers(): Headers {
    return this.#headers.redacted(this.#secrets)
  }

  get body(): string {
    const { version } = this.#secrets
    if (this.#redacted?.version !== version)
      this.#redacted = { version, body: redactedBody(this.#secrets, this.#path, this.#text) }
    return this.#redacted.body
  }

  get #text(): string {
    return typeof this.#body === 'string' ? this.#body : this.#body.text
  }

  /** Whether a message equals this one. */
  isSame({ headers, varying, text, source }: Omit<SentMessage, 'path'>): boolean {
    if (this.#headers !== headers || this.varying !== varying || this.streamed || text === undefined) return false
    return typeof this.#body === 'string' ? this.cut === 0 && this.#body === text : this.#body === source
  }

  /** Returns the same message with a body. */
  with(text: string): RecordedMessage {
    return new RecordedMessage(this.#secrets, { headers: this.#headers, varying: this.varying, text, path: this.#path })
  }

  /** Returns the same message with a body that was not read. */
  withoutBody(unread: number): RecordedMessage {
    const { varying } = this
    return new RecordedMessage(this.#secrets, { headers: this.#headers, varying, text: '', path: this.#path, unread })
  }

  /** The checksum of its whole body, `text`; computed once for all records that share the message. */
  checksumOf(text: string): number {
    return (this.#checksum ??= checksum(text))
  }

  toJSON(): MessageView {
    const { headers, varying, body, cut, streamed } = this
    return { headers, varying, body, cut, streamed }
  }
}

/** Placeholder for the id of the record, so that equal answers can be shared. */
const ID = '{{id}}'

/** The header of a request and that of an answer that is stored separately. */
export const VARYING = { request: 'content-length', response: 'x-request-id' } as const

/** The stored value of the header that varies. */
export function varyingIn(value: unknown, id: string): string | undefined {
  if (value === id) return ID
  return value === undefined ? undefined : String(value)
}

/** All headers of one side of a call. */
export function headersIn(record: CallRecord, side: 'request' | 'response'): Headers {
  const message = record[side]
  if (!message) return {}
  const { headers, varying } = message
  return varying === undefined ? headers : { ...headers, [VARYING[side]]: varying === ID ? record.id : varying }
}

/** A batch operation that was performed: the faults that matched it, the time, and its place in the history. */
export interface PerformedOperation {
  readonly call: PerformedCall
  readonly matchedFaults: readonly MatchedCall[]
  readonly at: Millis
  /** The number of the job that performed it, counted since the last reset: no two processes save a job with the same number. */
  readonly job: number
  readonly historyEntry: number | undefined
}
