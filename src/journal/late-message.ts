import type { Headers, Message } from './call-record.ts'
import { redactedBody } from './redact.ts'
import type { Secrets } from './secrets.ts'

/** The answer to an operation of a batch, which its results hold as well: nothing is made of it before somebody looks at it. */
export class LateMessage implements Message {
  readonly #path: string
  #secrets: Secrets | undefined
  #text: string

  /** `path` is where it was answered from. */
  constructor(text: string, path: string, secrets: Secrets) {
    this.#text = text
    this.#path = path
    this.#secrets = secrets
  }

  get headers(): Headers {
    return NO_HEADERS
  }

  get varying(): undefined {
    return undefined
  }

  get body(): string {
    if (this.#secrets) this.#text = redactedBody(this.#secrets, this.#path, this.#text)
    this.#secrets = undefined
    return this.#text
  }

  get cut(): number {
    return 0
  }

  get streamed(): boolean {
    return false
  }

  /** Whoever writes an entry as JSON sees what everybody sees. */
  toJSON(): Message {
    const { headers, varying, body, cut, streamed } = this
    return { headers, varying, body, cut, streamed }
  }
}

const NO_HEADERS: Headers = {}
