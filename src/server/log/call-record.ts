import type { PerformedCall } from '../../service/calls/batch.ts'
import type { Violation } from '../../service/calls/violations.ts'
import type { MatchedCall } from '../../service/faults/tallies.ts'
import { checksum } from '../../kernel/support/checksum.ts'
import type { BodySource } from '../../kernel/support/reply.ts'
import { realNow, type Millis } from '../../kernel/support/time.ts'
import type { TraceContext } from '../../kernel/support/traceparent.ts'
import { truncateBody, type TruncatedText, weightOf } from './body-limit.ts'
import type { GivenHeaders, Headers, HeaderSet, Varying } from './header-sets.ts'
import { redactedBody, redactedHeaders, redactedPairs, redactedText, redactedViolations } from './redact.ts'
import type { Secrets } from './secrets.ts'

export type { Violation } from '../../service/calls/violations.ts'

/** The fault that shaped an answer. */
export interface AppliedFault {
  readonly id: number
  /** Its effect: `problem`, `latency`, `mutate`, or the kind of broken connection. */
  readonly effect: string
}

/** What a call sent. The journal and the recording of a world share it. */
export interface SentCall {
  /** The time of the world on arrival. */
  readonly at: Millis
  readonly method: string
  /** Percent-encoded; relative to the address of the world if `prefixed`, otherwise from the root of the server. */
  readonly path: string
  readonly prefixed: boolean
  /** The query string, without the question mark. */
  readonly search: string
  /** Its headers, which it shares with other calls, except the one that varies. */
  readonly headers: HeaderSet
  readonly varying: Varying | undefined
  /** The body once it has been read. */
  readonly body: string | undefined
  /** The trace that an operation of a batch belongs to; that of another call is in its headers. */
  readonly trace?: TraceContext
}

/** How a call arrived, and the id of its answer. */
export interface Arrival {
  /** The `X-Request-Id` of its answer; a batch operation gets an id of its own. */
  readonly id: string
  readonly via: 'http' | 'batch'
}

/** Real time when this module was loaded: times since then are small integers, which take no memory of their own. */
const LOADED_AT = realNow()

/**
 * A call in the journal of its world: recorded on arrival, completed by its answer. It stores what was sent unchanged; secrets are
 * redacted when it is read.
 */
export class CallRecord {
  /** Its number in the journal, counted from 1 since the last reset. */
  readonly number: number
  readonly id: string
  readonly via: 'http' | 'batch'
  /** The operation id, once the route has been found. */
  operation: string | undefined = undefined
  /** `null` until it is answered, and forever if a fault withheld the answer. */
  status: number | null = null
  duration_ms: Millis | null = null
  response: RecordedMessage | undefined = undefined
  /** The faults that shaped its answer. */
  faults: readonly AppliedFault[] = NO_FAULTS
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
  readonly #sent: SentCall
  readonly #secrets: Secrets
  readonly #sinceLoaded: Millis
  /** The part of the body to show, if that is not the whole body. */
  #truncated: TruncatedText | undefined
  #violations: readonly Violation[] = NO_VIOLATIONS
  #address: RedactedAddress | undefined
  #request: RedactedRequest | undefined

  constructor(sent: SentCall, { id, via }: Arrival, number: number, secrets: Secrets) {
    this.number = number
    this.id = id
    this.via = via
    this.#sent = sent
    this.#secrets = secrets
    this.#sinceLoaded = realNow() - LOADED_AT
  }

  /** The time of the world on arrival. */
  get at(): Millis {
    return this.#sent.at
  }

  /** The real time on arrival. */
  get real_at(): Millis {
    return LOADED_AT + this.#sinceLoaded
  }

  get method(): string {
    return this.#sent.method
  }

  /** Relative to the address of the world, percent-encoded: `/3.0/lists`. */
  get path(): string {
    return this.#readableAddress().path
  }

  /** The query string, without the question mark. */
  get search(): string {
    return this.#readableAddress().search
  }

  /** The trace that it belongs to. */
  get trace(): TraceContext {
    return this.#sent.trace ?? this.#sent.headers.trace
  }

  get request(): MessageView {
    const secrets = this.#secrets
    const { version } = secrets
    const { headers, varying, body: of = '' } = this.#sent
    if (this.#request?.version !== version || this.#request.of !== of) {
      const { text, cut } = this.#truncated ?? { text: of, cut: 0 }
      const body = redactedBody(secrets, this.#path, text)
      const view = { headers: headers.redacted(secrets), varying: varying && String(varying.value), body, cut, streamed: false }
      this.#request = { version, of, view }
    }
    return this.#request.view
  }

  /** Where the call or its answer violated the contract. */
  get violations(): readonly Violation[] {
    return this.#violations.length === 0 ? this.#violations : redactedViolations(this.#secrets, this.#violations)
  }

  set violations(violations: readonly Violation[]) {
    this.#violations = violations
  }

  /** Identifies what was read, to find earlier answers to the same call; `undefined` if it may differ each time. It may contain secrets. */
  get target(): string | undefined {
    const { method, search } = this.#sent
    if (method !== 'GET' || this.via !== 'http') return undefined
    return search === '' ? this.#path : `${this.#path}?${search}`
  }

  /** Notes which part of the body is stored. */
  truncate(stored: TruncatedText): void {
    this.#truncated = stored
    this.#request = undefined
  }

  /** Creates an answer to the call. */
  message(sent: SentAnswer): RecordedMessage {
    return new RecordedMessage(this.#secrets, this.#path, sent)
  }

  toJSON(): object {
    const { at, method, path, search, request, violations } = this
    return { ...this, at, method, path, search, request, violations }
  }

  get #path(): string {
    const { path, prefixed } = this.#sent
    return prefixed ? path : belowWorld(path)
  }

  #readableAddress(): RedactedAddress {
    const secrets = this.#secrets
    const { version } = secrets
    if (this.#address?.version !== version) {
      const { search } = this.#sent
      const path = redactedText(secrets, this.#path)
      this.#address = { version, path, search: search === '' ? '' : redactedPairs(secrets, search) }
    }
    return this.#address
  }
}

const NO_FAULTS: readonly never[] = []
const NO_VIOLATIONS: readonly never[] = []

/** The address of a call, without the secrets of one version of the known secrets. */
interface RedactedAddress {
  readonly version: number
  readonly path: string
  readonly search: string
}

/** The request of a call, without those secrets; made again if its body has arrived since. */
interface RedactedRequest {
  readonly version: number
  readonly of: string
  readonly view: MessageView
}

/** Returns a path without the `/_worlds/<id>` prefix. */
export function belowWorld(pathname: string): string {
  if (!pathname.startsWith('/_worlds/')) return pathname
  const slash = pathname.indexOf('/', '/_worlds/'.length)
  return slash === -1 ? '/' : pathname.slice(slash)
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

/** An answer as it was sent. */
export interface SentAnswer {
  readonly headers: GivenHeaders
  /** The id of its call. */
  readonly id: string
  /** `undefined` for a streamed body. */
  readonly text: string | undefined
  /** A source that the text can be serialized from again, if it takes less memory. */
  readonly source?: BodySource | undefined
}

/** Estimated bytes of a header without its value. */
const HEADER_BYTES = 40

/** An answer. Records of equal answers share one object. */
export class RecordedMessage implements MessageView {
  readonly streamed: boolean
  /** Estimated size in bytes. */
  readonly weight: number
  /** Number of records of the journal that have it as their answer. */
  users = 0
  readonly cut: number
  readonly #secrets: Secrets
  readonly #headers: GivenHeaders
  readonly #hasOwnId: boolean
  readonly #path: string
  readonly #body: string | BodySource
  /** Length of the whole text. */
  readonly #length: number
  #redacted: { readonly version: number; readonly headers: Headers; readonly body: string } | undefined
  #checksum: number | undefined

  constructor(secrets: Secrets, path: string, { headers, id, text, source }: SentAnswer) {
    const { text: beginning, cut } = truncateBody(text ?? '')
    this.streamed = text === undefined
    this.cut = cut
    this.#length = text?.length ?? 0
    this.#headers = headers
    this.#hasOwnId = headers[VARYING.response] === id
    this.#path = path
    this.#secrets = secrets
    this.#body = source ?? beginning
    this.weight = weightOfHeaders(headers) + (typeof this.#body === 'string' ? weightOf(this.#body) : this.#body.weight)
  }

  get headers(): Headers {
    return this.#readable().headers
  }

  get varying(): string | undefined {
    const value = this.#headers[VARYING.response]
    return this.#hasOwnId ? ID : value === undefined ? undefined : String(value)
  }

  get body(): string {
    return this.#readable().body
  }

  /** Whether the body contains a text in lower case, ignoring case. For searches: the redacted body is not kept in memory. */
  bodyIncludes(text: string): boolean {
    const isRedacted = this.#redacted?.version === this.#secrets.version
    const body = isRedacted ? this.body : redactedBody(this.#secrets, this.#path, this.#text)
    return body.toLowerCase().includes(text)
  }

  #readable(): { readonly headers: Headers; readonly body: string } {
    const secrets = this.#secrets
    const { version } = secrets
    if (this.#redacted?.version !== version) {
      const { [VARYING.response]: _, ...headers } = this.#headers
      const body = redactedBody(secrets, this.#path, this.#text)
      this.#redacted = { version, headers: redactedHeaders(secrets, headers), body }
    }
    return this.#redacted
  }

  get #text(): string {
    if (typeof this.#body === 'string') return this.#body
    return this.cut === 0 ? this.#body.text : truncateBody(this.#body.text).text
  }

  /** Whether an answer equals this one. */
  isSame({ headers, id, text, source }: SentAnswer): boolean {
    if (this.streamed || text === undefined || !this.#hasOwnId || headers[VARYING.response] !== id) return false
    if (typeof this.#body === 'string' ? !this.#isWhole(this.#body, text) : this.#body !== source) return false
    let others = Object.keys(this.#headers).length
    for (const name in headers) {
      if (name !== VARYING.response && headers[name] !== this.#headers[name]) return false
      others--
    }
    return others === 0
  }

  /**
   * Whether a text equals the whole body, of which `beginning` is recorded. What was cut off is compared by the checksum, which the
   * recording needs of each answer anyway; without it, the body counts as another.
   */
  #isWhole(beginning: string, text: string): boolean {
    if (this.cut === 0) return beginning === text
    if (text.length !== this.#length || text.slice(0, beginning.length) !== beginning) return false
    return this.#checksum !== undefined && this.#checksum === checksum(text)
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

function weightOfHeaders(headers: GivenHeaders): number {
  let weight = 0
  for (const name in headers) weight += HEADER_BYTES + String(headers[name]).length
  return weight
}

/** Placeholder for the id of the record, which differs between the records that share an answer. */
const ID = '{{id}}'

/** The header of a request and that of an answer that is stored separately. */
export const VARYING = { request: 'content-length', response: 'x-request-id' } as const

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
