export const BODY_BYTES_MAX = 64 * 1024

/** The stored beginning of a body, and the number of bytes after it. */
export interface TruncatedText {
  readonly text: string
  readonly cut: number
}

export function truncateBody(body: string): TruncatedText {
  if (!mayExceedLimit(body)) return { text: body, cut: 0 }
  const bytes = Buffer.byteLength(body)
  if (bytes <= BODY_BYTES_MAX) return { text: body, cut: 0 }
  // Goes through a buffer to copy the text: a slice of a string keeps the whole string in memory.
  const beginning = Buffer.from(body.slice(0, BODY_BYTES_MAX + 1))
  const stored = beginning.subarray(0, endBefore(beginning, BODY_BYTES_MAX))
  return { text: stored.toString(), cut: bytes - stored.length }
}

/** Maximum length of a secret that is never cut in half. */
const SECRET_BYTES_MAX = 128

/** Whether a body may exceed the limit: a UTF-16 code unit takes at most three bytes. */
export function mayExceedLimit(body: string): boolean {
  return 3 * body.length > BODY_BYTES_MAX
}

/** The end of the part to keep: not within a character, nor within a word, since half a secret would not be redacted. */
function endBefore(bytes: Buffer, max: number): number {
  let end = Math.min(max, bytes.length)
  while (end > 0 && isContinuationByte(bytes[end])) end--
  if (!isWordByte(bytes[end])) return end
  for (let at = end; at > end - SECRET_BYTES_MAX; at--) if (!isWordByte(bytes[at - 1])) return at
  return end
}

/** Whether a byte continues a UTF-8 character. */
function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte))
}

/** Estimated size of a text in bytes: one per character if it is ASCII, otherwise two. */
export function weighText(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length
}
