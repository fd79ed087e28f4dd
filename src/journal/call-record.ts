import type { PerformedCall } from '../calls/batch.ts'
import type { Violation } from '../calls/violations.ts'
import type { MatchedCall } from '../faults/tallies.ts'
import { checksum } from '../support/checksum.ts'
import type { BodySource } from '../support/reply.ts'
import { realNow, type Millis } from '../support/time.ts'
import { beginningOf, weightOf } from './body-limit.ts'
import type { Headers, HeaderSet } from './header-sets.ts'
import { redactedBody, redactedPairs, redactedText, redactedViolations } from './redact.ts'
import type { Secrets } from './secrets.ts'

export type { Violation } from '../calls/violations.ts'

/** The fault that shaped an answer. */
export interface AppliedFault {
  readonly id: number
  /** What it did: `problem`, `latency`, `mutate`, or the kind of broken connection. */
  readonly effect: string
}

/** What is known of a call at its arrival. */
export interface ArrivedCall {
  /** Its place in the journal, counted from 1 since the last reset. */
  readonly number: number
  /** The `X-Request-Id` of its answer; for an operation of a batch, one that is drawn for it. */
  readonly id: string
  /** The time of the world at its arrival. */
  readonly at: Millis
  readonly via: 'http' | 'batch'
  readonly method: string
  /** Below the address of the world, percent-encoded: `/3.0/lists`. */
  readonly path: string
  /** What followed the question mark. */
  readonly search: string
}

/**
 * A call in the journal of its world: recorded at its arrival, completed by its answer. It holds what was sent as it was sent; readers
 * see it without the secrets that are known when they read it.
 */
export class CallRecord {
  readonly number: number
  readonly id: string
  readonly at: Millis
  /** The real time at its arrival. */
  readonly real_at: Millis
  readonly via: 'http' | 'batch'
  readonly method: string
  /** The operation, once it has been found. */
  operation: string | undefined = undefined
  /** `null` until it is answered, and for ever if a fault kept the answer back. */
  status: number | null = null
  duration_ms: Millis | null = null
  request: RecordedMessage
  response: RecordedMessage | undefined = undefined
  /** The faults that shaped its answer. */
  faults: readonly AppliedFault[] = []
  /** Whether the answer was not the service's own: a fault's, one that `X-Trigger-Error` asked for, or that of a world that was reset meanwhile. */
  injected = false
  /** The word of the error catalogue that it was refused with. */
  error: string | undefined = undefined
  /** The number of the entry of the world's history that has what it changed, if that entry does not name it as its cause. */
  chapter: number | undefined = undefined
  /** About how many bytes it takes, its answer aside. */
  bytes = 0
  readonly #secrets: Secrets
  readonly #path: string
  readonly #search: string
  #violations: readonly Violation[] = []
  #redacted: { readonly version: number; readonly path: string; readonly search: string } | undefined

  constructor({ number, id, at, via, method, path, search }: ArrivedCall, request: RecordedMessage, secrets: Secrets) {
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

  /** Below the address of the world, percent-encoded: `/3.0/lists`. */
  get path(): string {
    return this.#address().path
  }

  /** What followed the question mark. */
  get search(): string {
    return this.#address().search
  }

  /** Where the call or its answer broke the contract. */
  get violations(): readonly Violation[] {
    return this.#violations.length === 0 ? this.#violations : redactedViolations(this.#secrets, this.#violations)
  }

  set violations(violations: readonly Violation[]) {
    this.#violations = violations
  }

  /** What was called, to find earlier answers to the same call. It may contain secrets. */
  get target(): string {
    return `${this.method} ${this.#path}${this.#search}`
  }

  /** Makes an answer to the call. */
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

/** One side of a call, without the secrets in it. */
export interface Message {
  /** The headers without the one that differs from call to call. */
  readonly headers: Headers
  /** That one: `content-length` of a request, `x-request-id` of an answer, which is `ID` if it is the id of the record. */
  readonly varying: string | undefined
  /** At most 64 KiB of it. */
  readonly body: string
  /** How many bytes of the body were cut off. */
  readonly cut: number
  /** Whether the body was sent piece by piece, and is not recorded. */
  readonly streamed: boolean
}

/** A message as it was sent. */
interface SentMessage {
  readonly headers: HeaderSet
  readonly varying: string | undefined
  /** `undefined` for a body that is sent piece by piece. */
  readonly text: string | undefined
  /** What the text is written from, if that takes less room. */
  readonly source?: BodySource | undefined
  /** Where it was sent to, or answered from. */
  readonly path: string
}

/** What a source takes beside the text that it needs. */
const SOURCE_BYTES = 200

/** One side of a call. Several records share an answer that was given several times. */
export class RecordedMessage implements Message {
  readonly varying: string | undefined
  readonly streamed: boolean
  /** About how many bytes its body takes. */
  readonly weight: number
  /** How many records of the journal have it as their answer. */
  users = 0
  cut = 0
  readonly #secrets: Secrets
  readonly #headers: HeaderSet
  readonly #path: string
  readonly #body: string | BodySource
  #redacted: { readonly version: number; readonly body: string } | undefined
  #checksum: number | undefined

  constructor(secrets: Secrets, { headers, varying, text, source, path }: SentMessage) {
    const { text: beginning, cut } = beginningOf(text ?? '')
    this.varying = varying
    this.streamed = text === undefined
    this.cut = cut
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

  /** Whether a message is this one once more. */
  isSame({ headers, varying, text, source }: Omit<SentMessage, 'path'>): boolean {
    if (this.#headers !== headers || this.varying !== varying || this.streamed || text === undefined) return false
    return typeof this.#body === 'string' ? this.cut === 0 && this.#body === text : this.#body === source
  }

  /** The same message with a body. */
  with(text: string): RecordedMessage {
    return new RecordedMessage(this.#secrets, { headers: this.#headers, varying: this.varying, text, path: this.#path })
  }

  /** The checksum of its whole body, `text`, which is computed once for all records that share the message. */
  checksumOf(text: string): number {
    return (this.#checksum ??= checksum(text))
  }

  toJSON(): Message {
    const { headers, varying, body, cut, streamed } = this
    return { headers, varying, body, cut, streamed }
  }
}

/** What stands for the id of the record, so that equal answers can be shared. */
const ID = '{{id}}'

/** The header of a request, and that of an answer, that is stored by itself. */
export const VARYING = { request: 'content-length', response: 'x-request-id' } as const

/** How the header that is stored by itself is stored. */
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

/** An operation of a batch that was performed: which faults it met, and when and where in the history that was. */
export interface Performed {
  readonly call: PerformedCall
  readonly met: readonly MatchedCall[]
  readonly at: Millis
  /** The number of the job that performed it, among those since the last reset: no two processes save a job of the same number. */
  readonly job: number
  readonly chapter: number | undefined
}
