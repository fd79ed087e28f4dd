import { headerOf, type HttpCall } from './call.ts'

/** JSON may be nested so deep. Parsing survives more, but writing it again does not. */
const JSON_DEPTH_MAX = 64

/** The body is larger than it may be. */
export const TOO_LARGE = Symbol('too large')

/** The client went away before the end of its body. */
export const BROKEN_OFF = Symbol('broken off')

/** The text of a body, or why there is none. */
export type BodyText = string | typeof TOO_LARGE | typeof BROKEN_OFF

/** The text of a body of at most `limit` bytes. */
export async function readText(call: HttpCall, limit: number): Promise<BodyText> {
  const length = headerOf(call, 'content-length')
  if (length !== undefined && Number(length) > limit) return TOO_LARGE
  try {
    const request = call.context.req.raw
    return await (length !== undefined || !request.body ? request.text() : readChunks(request.body, limit))
  } catch {
    // Nothing else can fail here, and nobody is left to be told.
    return BROKEN_OFF
  }
}

async function readChunks(body: ReadableStream<Uint8Array>, limit: number): Promise<string | typeof TOO_LARGE> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) return TOO_LARGE
    chunks.push(chunk)
  }
  // Like `text()` it drops a byte order mark.
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Whether brackets outside of strings are nested deeper than JSON may be. */
export function tooDeep(json: string): boolean {
  if (json.length <= JSON_DEPTH_MAX) return false
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (code === QUOTE) i = endOfString(json, i)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
  return false
}

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

function endOfString(json: string, start: number): number {
  let at = json.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at === -1 ? json.length : at
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
