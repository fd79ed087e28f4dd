import { BodyTooLarge, decodeBody, encodingsIn, Undecodable } from '../../kernel/support/content-encoding.ts'

/** The limit and the encoding of the body of an answer. */
interface BodyTerms {
  /** Maximum number of bytes of the result, after decoding. */
  readonly bytesMax: number
  /** The `Content-Encoding` for decoding; empty if the body is not decoded. */
  readonly encoding: string
}

/** Returns the first `bytesMax` bytes of a body as text, and cancels the rest. Throws `Undecodable` if the body does not have the given encoding. */
export async function readBody(body: AsyncIterable<Uint8Array>, { bytesMax, encoding }: BodyTerms): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    // The loop ends at the limit, so only an inner step of nested encodings can reach twice the limit and throw.
    for await (const chunk of decodeBody(body, encodingsIn(encoding), 2 * bytesMax)) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= bytesMax) break
    }
  } catch (error) {
    throw error instanceof BodyTooLarge ? new Undecodable('corrupt', `The body is too large to be decoded: ${encoding}.`) : error
  }
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8')
}

/** The `Content-Encoding` to decode an answer with. Empty if answers are not decoded, and for redirects and errors. */
export function chooseEncoding(status: number, header: string | null | undefined, isDecoded: boolean): string {
  return isDecoded && status >= 200 && status <= 299 ? (header ?? '') : ''
}
