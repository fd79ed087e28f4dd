/** A response before it is sent: status, headers and body. */
export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
  /** A source of the body that takes less memory than the body itself, if there is one. */
  readonly source?: BodySource | undefined
  /** Whether the reply is in the words of the deployment already. */
  readonly isTranslated?: true
  /** What a fault does to the connection instead of sending the response properly. */
  readonly wire?: Wire
}

/** A source of a text, which makes the text on demand. */
export interface BodySource {
  /** The whole text, always the same. */
  readonly text: string
  /** Estimated bytes of the source in memory. */
  readonly weight: number
  /** Returns the text, so that JSON contains the text and not its source. */
  readonly toJSON: () => string
}

/**
 * How a connection misbehaves: it breaks before or in the middle of the answer, never answers, sends slowly, or sends only an informational answer
 * (`interim`).
 */
export type Wire =
  | { readonly kind: 'reset' | 'close' | 'hang' | 'truncate' | 'interim' }
  | { readonly kind: 'slow'; readonly bytes_per_second: number }
