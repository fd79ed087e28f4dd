/** A response before it is sent: status, headers and body. */
export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
  /** A source that the body can be rebuilt from, if it takes less memory than the body. */
  readonly source?: BodySource | undefined
  /** Whether it is in the words of the deployment already. */
  readonly isTranslated?: true
  /** What a fault does to the connection instead of sending the response properly. */
  readonly wire?: Wire
}

/** A source that a text can be rebuilt from whenever it is needed. */
export interface BodySource {
  /** The whole text, always the same. */
  readonly text: string
  /** Estimated bytes that it keeps in memory. */
  readonly weight: number
  /** The text, so that JSON contains that instead of its source. */
  readonly toJSON: () => string
}

/** How a connection misbehaves: it breaks before or in the middle of the answer, never answers, or sends slowly. */
export type Wire =
  | { readonly kind: 'reset' | 'close' | 'hang' | 'truncate' }
  | { readonly kind: 'slow'; readonly bytes_per_second: number }
