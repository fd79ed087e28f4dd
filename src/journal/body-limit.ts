/** Of a body so many bytes are kept. */
export const BODY_BYTES_MAX = 64 * 1024

/** What is kept of a body, and how many bytes of it are not. */
export interface KeptText {
  readonly text: string
  readonly cut: number
}

/** The beginning of a body, or all of it where that is not too much. */
export function beginningOf(body: string): KeptText {
  if (!isLong(body)) return { text: body, cut: 0 }
  const bytes = Buffer.byteLength(body)
  if (bytes <= BODY_BYTES_MAX) return { text: body, cut: 0 }
  // A part of a text keeps all of it in memory until it is copied.
  const beginning = Buffer.from(body.slice(0, BODY_BYTES_MAX + 1))
  const kept = beginning.subarray(0, endBefore(beginning, BODY_BYTES_MAX))
  return { text: kept.toString(), cut: bytes - kept.length }
}

/** So long is no secret. */
const WORD_BYTES_MAX = 128

/** Whether a body may be too much to keep: no character takes more than three bytes for each of its units. */
export function isLong(body: string): boolean {
  return 3 * body.length > BODY_BYTES_MAX
}

/** Where to cut: neither within a character, nor within a word, which may be half a secret then. */
function endBefore(bytes: Buffer, max: number): number {
  let end = Math.min(max, bytes.length)
  while (end > 0 && isWithin(bytes[end])) end--
  if (!isWord(bytes[end])) return end
  for (let at = end; at > end - WORD_BYTES_MAX; at--) if (!isWord(bytes[at - 1])) return at
  return end
}

/** Whether a byte goes on with a character that began before it. */
function isWithin(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte))
}

/** About how many bytes a text takes: one a character, or two where it has others than those of ASCII in it. */
export function weightOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length
}
