import { checksum } from '../../kernel/support/checksum.ts'
import type { BodySource } from '../../kernel/support/reply.ts'
import { truncateBody, weighText } from './body-limit.ts'
import { redactedBody, redactedHeaders } from './redact.ts'
import type { Secrets } from './secrets.ts'

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string>>

/** Headers as received, by lower-case name. */
export type GivenHeaders = Readonly<Record<string, unknown>>

/** One side of a call, with secrets redacted. */
export interface MessageView {
  /** The headers without the one that differs from call to call. */
  readonly headers: Headers
  /** The value of that header: `content-length` of a request, `x-request-id` of an answer; `OWN_ID` stands for the id of the call. */
  readonly varying: string | undefined
  /** The first 64 KiB of the body. */
  readonly body: string
  /** Number of bytes that were cut off from the body. */
  readonly cut: number
  /** Whether the body was streamed. A streamed body is not stored. */
  readonly streamed: boolean
}

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

/** An answer in the journal. Calls with equal answers share one object. */
export class StoredMessage implements MessageView {
  readonly streamed: boolean
  /** Estimated size in bytes. */
  readonly weight: number
  /** Number of calls in the journal with this answer. */
  users = 0
  readonly cut: number
  readonly #secrets: Secrets
  readonly #headers: GivenHeaders
  readonly #hasOwnId: boolean
  readonly #path: string
  readonly #body: string | BodySource
  /** Length of the whole text. */
  readonly #length: number
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
    this.weight = weightOfHeaders(headers) + (typeof this.#body === 'string' ? weighText(this.#body) : this.#body.weight)
  }

  get headers(): Headers {
    const { [VARYING.response]: _, ...headers } = this.#headers
    return redactedHeaders(this.#secrets, headers)
  }

  get varying(): string | undefined {
    const value = this.#headers[VARYING.response]
    return this.#hasOwnId ? OWN_ID : value === undefined ? undefined : String(value)
  }

  get body(): string {
    return redactedBody(this.#secrets, this.#path, this.#text)
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
   * Whether a text equals the whole body, of which `beginning` is stored. What was cut off is compared by the checksum, which bundles
   * need of each answer anyway; without it, the body counts as another.
   */
  #isWhole(beginning: string, text: string): boolean {
    if (this.cut === 0) return beginning === text
    if (text.length !== this.#length || text.slice(0, beginning.length) !== beginning) return false
    return this.#checksum !== undefined && this.#checksum === checksum(text)
  }

  /** The checksum of its whole body, `text`; computed once for all calls that share the answer. */
  checksumOf(text: string): number {
    return (this.#checksum ??= checksum(text))
  }

  toJSON(): MessageView {
    const { headers, varying, body, cut, streamed } = this
    return { headers, varying, body, cut, streamed }
  }
}

/** Estimated size of headers in bytes. */
export function weightOfHeaders(headers: GivenHeaders): number {
  let weight = 0
  for (const name in headers) weight += HEADER_BYTES + String(headers[name]).length
  return weight
}

/**
 * Lets headers hold the texts of earlier ones wherever they are equal, and returns the earlier ones if all are: most are the same from call to call, but
 * each call brings texts of its own. Without it, a used world takes a fifteenth more memory (`bench/worlds-side.mjs`).
 */
export function shareTexts(headers: Record<string, unknown>, earlier: GivenHeaders): GivenHeaders {
  let others = Object.keys(earlier).length
  for (const name in headers) {
    if (headers[name] === earlier[name]) {
      headers[name] = earlier[name]
      others--
    } else others++
  }
  return others === 0 ? earlier : headers
}

/** Placeholder for the id of the call in a shared answer. */
export const OWN_ID = '{{id}}'

/** The header that varies, of a request and of an answer. It is stored apart from the others. */
export const VARYING = { request: 'content-length', response: 'x-request-id' } as const
