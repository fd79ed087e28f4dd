/** An answer before it is sent: no more than a status, headers and a body. */
export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
  /** What a fault does to the connection instead of sending it properly. */
  readonly wire?: Wire
}

/** How a connection misbehaves: broken off before or in the middle of the answer, never answered, or sent drop by drop. */
export type Wire =
  | { readonly kind: 'reset' | 'close' | 'hang' | 'truncate' }
  | { readonly kind: 'slow'; readonly bytes_per_second: number }
