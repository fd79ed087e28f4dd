import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

/** The encodings of bodies that are read, beside `identity`. */
export const ENCODINGS = ['gzip', 'deflate', 'br'] as const

type Encoding = (typeof ENCODINGS)[number]

/** Maximum number of encodings one within another. */
const ENCODINGS_MAX = 4

/** Why a body cannot be decoded. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable'
  readonly reason: 'corrupt' | 'unsupported'

  constructor(reason: Undecodable['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** A body is larger than it may be, or an encoding of it is, before all of it was decoded. */
export class TooLarge extends Error {}

/** The encodings that a header names, in the order in which they were applied; throws if one of them is not known. */
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

/** The bytes of a body whose encodings were applied in this order. Throws `TooLarge` as soon as they are more than `limit`. */
export function decoded(
  body: AsyncIterable<Uint8Array>,
  encodings: readonly Encoding[],
  limit: number,
): AsyncIterable<Uint8Array> {
  return encodings.reduceRight((source, encoding) => decodedOnce(source, encoding, encodings, limit), body)
}

async function* decodedOnce(
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
  const decoder = decoderOf(encoding, first.value)
  // Errors come out of the decoder, and leaving the loop below ends what is in front of it.
  pipeline(counted(), decoder, () => {})
  let size = 0
  try {
    for await (const piece of decoder) {
      size += piece.length
      if (size > limit) throw new TooLarge()
      yield piece
    }
  } catch (error) {
    if (error instanceof TooLarge || error instanceof Undecodable) throw error
    // What is in front of the decoder failed, and not the decoder.
    if (failed !== undefined) throw failed
    throw new Undecodable('corrupt', `The body cannot be decoded as its Content-Encoding says: ${all.join(', ')}.`)
  }
}

function decoderOf(encoding: Encoding, start: Uint8Array): Transform {
  if (encoding === 'gzip') return createGunzip()
  if (encoding === 'br') return createBrotliDecompress()
  return hasZlibHeader(start) ? createInflate() : createInflateRaw()
}

/** Whether a body begins as zlib data does, which `deflate` stands for; many clients send them without that. */
function hasZlibHeader([first = 0, second]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (second === undefined || (first * 256 + second) % 31 === 0)
}
