import { ApiError } from '../world/errors.ts'
import { headerOf, type HttpCall } from './call.ts'

/** The body is larger than it may be. */
export const TOO_LARGE = Symbol('too large')

/** The client went away before the end of its body. */
export const BROKEN_OFF = Symbol('broken off')

/** The text of a body, or why there is none. */
export type BodyText = string | typeof TOO_LARGE | typeof BROKEN_OFF

/** The text of a body, or the service's refusal to read it. */
export function textOrThrow(text: BodyText, limit: number): string {
  if (text === BROKEN_OFF) throw new ApiError('BadRequest', { detail: 'The body broke off before its end.' })
  if (text === TOO_LARGE) throw new ApiError('RequestEntityTooLarge', { detail: `The body is larger than ${limit} bytes.` })
  return text
}

/** Whether a call has a body that can be read: one of GET cannot. */
export function bringsBody({ method, context }: HttpCall): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const incoming = context.env?.incoming
  if (!incoming) return context.req.raw.body !== null
  const { 'content-length': length = '0', 'transfer-encoding': coding } = incoming.headers
  return coding !== undefined || length !== '0'
}

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
  const [only = EMPTY] = chunks
  // Like `text()` it drops a byte order mark.
  return decoder.decode(chunks.length > 1 ? Buffer.concat(chunks) : only)
}

const decoder = new TextDecoder()
const EMPTY = new Uint8Array()
