import { ApiError } from '../world/errors.ts'
import { headerOf, type HttpCall } from './request.ts'
import { decoded, encodingsIn, TooLarge, Undecodable } from './content-encoding.ts'

/** The body is larger than it may be. */
export const TOO_LARGE = Symbol('too large')

/** The client went away before the end of its body. */
export const BROKEN_OFF = Symbol('broken off')

/** The text of a body after decoding, or why there is none. */
export type BodyText = string | typeof TOO_LARGE | typeof BROKEN_OFF | Undecodable

/** The text of a body, or the service's refusal to read it. */
export function textOrThrow(text: BodyText, limit: number): string {
  if (text === BROKEN_OFF) throw new ApiError('BadRequest', { detail: 'The body broke off before its end.' })
  if (text === TOO_LARGE) throw new ApiError('RequestEntityTooLarge', { detail: `The body is larger than ${limit} bytes.` })
  if (typeof text === 'string') return text
  throw new ApiError(text.reason === 'corrupt' ? 'BadRequest' : 'UnsupportedMediaType', { detail: text.message })
}

/** Whether a call has a body that can be read: one of GET cannot. */
export function bringsBody({ method, context }: HttpCall): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const incoming = context.env?.incoming
  if (!incoming) return context.req.raw.body !== null
  const { 'content-length': length = '0', 'transfer-encoding': coding } = incoming.headers
  return coding !== undefined || length !== '0'
}

/** The text of a body that is decoded as its `Content-Encoding` says, and then has at most `limit` bytes. */
export async function readText(call: HttpCall, limit: number): Promise<BodyText> {
  const length = headerOf(call, 'content-length')
  if (length !== undefined && Number(length) > limit) return TOO_LARGE
  const encoding = headerOf(call, 'content-encoding')
  try {
    const request = call.context.req.raw
    if (encoding !== undefined && request.body && length !== '0') return await readEncoded(request.body, encoding, limit)
    return await (length !== undefined || !request.body ? request.text() : readChunks(request.body, limit))
  } catch (error) {
    if (error instanceof Undecodable) return error
    if (error instanceof TooLarge) return TOO_LARGE
    // Only the connection can fail otherwise, and then there is no client left to be told.
    return BROKEN_OFF
  }
}

/** Reads a body that may be encoded; throws where that is not possible. */
async function readEncoded(body: ReadableStream<Uint8Array>, header: string, limit: number): Promise<BodyText> {
  const encodings = encodingsIn(header)
  if (encodings.length === 0) return readChunks(body, limit)
  const chunks: Uint8Array[] = []
  for await (const chunk of decoded(piecesOf(body), encodings, limit)) chunks.push(chunk)
  return textOf(chunks)
}

/** The pieces of a body, which is cancelled where it is not read to its end. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let next = await reader.read()
  try {
    for (; !next.done; next = await reader.read()) yield next.value
  } finally {
    if (!next.done) await reader.cancel()
  }
}

async function readChunks(body: ReadableStream<Uint8Array>, limit: number): Promise<string | typeof TOO_LARGE> {
  const chunks: Uint8Array[] = []
  let size = 0
  // What `for await` does, which takes longer.
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength
    if (size > limit) {
      await reader.cancel()
      return TOO_LARGE
    }
    chunks.push(next.value)
  }
  return textOf(chunks)
}

/** Like `text()` it drops a byte order mark. */
function textOf(chunks: readonly Uint8Array[]): string {
  const [only = EMPTY] = chunks
  return decoder.decode(chunks.length > 1 ? Buffer.concat(chunks) : only)
}

const decoder = new TextDecoder()
const EMPTY = new Uint8Array()
