/** An answer before it is sent: no more than a status, headers and a body. */
export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
  /** What the body is written from, where it takes less room and can be written once more. */
  readonly source?: Source | undefined
  /** What a fault does to the connection instead of sending it properly. */
  readonly wire?: Wire
}

/** What a text can be written from whenever it is asked for. */
export interface Source {
  /** The whole text, always the same. */
  readonly text: string
  /** What has to be kept for it. */
  readonly own: string
}

/** How a connection misbehaves: broken off before or in the middle of the answer, never answered, or sent drop by drop. */
export type Wire =
  | { readonly kind: 'reset' | 'close' | 'hang' | 'truncate' }
  | { readonly kind: 'slow'; readonly bytes_per_second: number }
