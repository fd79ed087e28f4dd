import { checksum } from '../support/checksum.ts'
import type { BodySource } from '../support/reply.ts'
import type { CallRecord, Message } from './call-record.ts'
import { weightOf } from './kept-text.ts'

/** How a call was answered: the status, if the answer was not lost, and a checksum of its body, if that is not very large. */
export interface Answered {
  readonly status: number | null
  readonly digest: number | undefined
}

/** An answer as it was sent, and the version of the secrets that are known by then. */
export interface Given extends Pick<Message, 'headers' | 'varying'> {
  readonly text: string
  readonly source: BodySource | undefined
  readonly version: number
}

/** How an answer was sent of which everything is kept, since there is no secret in it. */
export type Clean = Pick<Given, 'source' | 'version'>

/** What a source takes beside the text that it needs. */
const SOURCE_BYTES = 200

/** An answer that entries share: the first of them bears its weight. */
export class SharedAnswer implements Message {
  readonly headers: Message['headers']
  readonly varying: Message['varying']
  readonly cut: number
  readonly streamed: boolean
  readonly place: string
  readonly weight: number
  #body: string | BodySource
  /** The version of the secrets by which nothing had to be taken out of its text; nothing where something was, or was cut off. */
  #clean: number | undefined
  #answered: Answered | undefined
  #bearers: CallRecord[]
  /** Where the first of them stands: those before it have gone. */
  #head = 0

  constructor({ headers, varying, body, cut, streamed }: Message, place: string, bearer: CallRecord, clean: Clean | undefined) {
    this.headers = headers
    this.varying = varying
    this.cut = cut
    this.streamed = streamed
    this.place = place
    this.#body = clean?.source ?? body
    this.weight = typeof this.#body === 'string' ? weightOf(body) : SOURCE_BYTES + weightOf(this.#body.own)
    this.#bearers = [bearer]
    this.#clean = clean?.version
  }

  get body(): string {
    return typeof this.#body === 'string' ? this.#body : this.#body.text
  }

  /** Whoever writes an entry as JSON sees what everybody sees. */
  toJSON(): Message {
    const { headers, varying, body, cut, streamed } = this
    return { headers, varying, body, cut, streamed }
  }

  /** Whether this is what would be kept of an answer. */
  isOf({ headers, varying, text, source, version }: Given): boolean {
    if (this.#clean !== version || this.headers !== headers || this.varying !== varying) return false
    return typeof this.#body === 'string' ? this.#body === text : this.#body === source
  }

  /** The same was answered once more, by what may be another source. */
  renew(clean: Clean | undefined): void {
    this.#clean = clean?.version
    if (clean?.source && typeof this.#body !== 'string') this.#body = clean.source
  }

  /** How a call was answered to which it is the answer; `sent` is its whole text. */
  answered(status: number, sent: string): Answered {
    if (this.#clean === undefined) return answeredBy(status, sent)
    if (this.#answered?.status !== status) this.#answered = answeredBy(status, sent)
    return this.#answered
  }

  /** The entry that bears the weight; none once all have gone. */
  get bearer(): CallRecord | undefined {
    return this.#bearers[this.#head]
  }

  join(entry: CallRecord): void {
    this.#bearers.push(entry)
  }

  /** Entries mostly go in the order in which they came, and there may be very many. */
  part(entry: CallRecord): void {
    if (this.bearer !== entry) {
      this.#bearers = this.#bearers.slice(this.#head).filter((each) => each !== entry)
      this.#head = 0
      return
    }
    this.#head++
    if (this.#head > 1_000 && this.#head * 2 > this.#bearers.length) {
      this.#bearers = this.#bearers.slice(this.#head)
      this.#head = 0
    }
  }
}

/** How a call was answered, for the steps: of the answer that its entry shares it is known already. */
export function answeredIn({ response }: CallRecord, status: number | null, sent: string | undefined): Answered {
  const isDigested = status !== null && sent !== undefined && sent !== '' && sent.length <= DIGESTED_MAX
  if (!isDigested) return { status, digest: undefined }
  return response instanceof SharedAnswer ? response.answered(status, sent) : answeredBy(status, sent)
}

/** Of larger bodies there is no digest among the steps. */
export const DIGESTED_MAX = 262_144

function answeredBy(status: number, sent: string): Answered {
  return { status, digest: checksum(sent) }
}
