import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** The supported encodings of bodies, besides `identity`. */
export const ENCODINGS = ['gzip', 'deflate', 'br'] as const

type Encoding = (typeof ENCODINGS)[number]

/** Maximum number of nested encodings. */
const ENCODINGS_MAX = 4

/** A body can't be decoded. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable'
  readonly reason: 'corrupt' | 'unsupported' | 'not_utf8'

  constructor(reason: Undecodable['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** A decoded body, or an intermediate encoding of it, exceeds the limit. */
export class BodyTooLarge extends Error {}

/** The encodings that a header names, in the order in which they were applied; throws if one is not supported. */
export function encodingsIn(header: string): readonly Encoding[] {
  const names = header
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  const unknown = names.find((name) => !isEncoding(canonical(name)))
  if (unknown !== undefined)
    throw new Undecodable(
      'unsupported',
      `The Content-Encoding ${JSON.stringify(unknown.slice(0, 100))} is not supported. Supported: ${ENCODINGS.join(', ')}.`,
    )
  if (names.length > ENCODINGS_MAX)
    throw new Undecodable(
      'unsupported',
      `The Content-Encoding names ${names.length} encodings; at most ${ENCODINGS_MAX} are supported.`,
    )
  return names.map(canonical).filter(isEncoding)
}

function canonical(name: string): string {
  return name === 'x-gzip' ? 'gzip' : name
}

function isEncoding(name: string): name is Encoding {
  return ENCODINGS.some((each) => each === name)
}

/** Decodes a body whose encodings were applied in this order. Throws `BodyTooLarge` as soon as there are more than `limit` bytes. */
export function decodeBody(
  body: AsyncIterable<Uint8Array>,
  encodings: readonly Encoding[],
  limit: number,
): AsyncIterable<Uint8Array> {
  return encodings.reduceRight((source, encoding) => decodeOnce(source, encoding, encodings, limit), body)
}

async function* decodeOnce(
  source: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  all: readonly Encoding[],
  limit: number,
): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) return
  let failed: unknown
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value
    } catch (error) {
      failed = error
      throw error
    } finally {
      await pieces.return?.()
    }
  }
  const decoder = makeDecoder(encoding, first.value)
  // Errors surface in the decoder, and leaving the loop below ends the source.
  pipeline(counted(), decoder, () => {})
  let size = 0
  try {
    for await (const piece of decoder) {
      size += piece.length
      if (size > limit) throw new BodyTooLarge()
      yield piece
    }
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof Undecodable) throw error
    // The source failed, not this decoder.
    if (failed !== undefined) throw failed
    throw new Undecodable('corrupt', `The body cannot be decoded as its Content-Encoding says: ${all.join(', ')}.`)
  }
}

function makeDecoder(encoding: Encoding, start: Uint8Array): Transform {
  if (encoding === 'gzip') return createGunzip()
  if (encoding === 'br') return createBrotliDecompress()
  return hasZlibHeader(start) ? createInflate() : createInflateRaw()
}

/** Whether a body starts with a zlib header, as `deflate` requires; many clients send raw deflate data without one. */
function hasZlibHeader([first = 0, second]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (second === undefined || (first * 256 + second) % 31 === 0)
}
