import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** Why an entry, or a whole file, cannot be read. The message completes "The entry …". */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** A body as a recorder stored it: text, bytes, or a value that was sent as JSON. */
export type RecordedBody = { readonly text: string } | { readonly bytes: Uint8Array } | { readonly json: unknown }

/** The largest body that is read, unpacked: 16 MiB. */
const BODY_MAX = 16 * 1024 * 1024

/** The text of a body. Bytes are unpacked as their encoding says; recorders that store unpacked bodies often keep the header. */
export function bodyText(body: RecordedBody, encoding: string | undefined): string {
  const text = 'text' in body ? body.text : 'json' in body ? jsonText(body.json) : decodeText(unpackBytes(body.bytes, encoding))
  if (text.length > BODY_MAX) throw tooLarge()
  return text
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    // Only the depth of a value that was read from a file can make this fail.
    throw new Unreadable('has a body that is nested too deep')
  }
}

/** The bytes of base64, whatever line breaks it has. */
export function bytesOfText(text: string, encoding: 'base64' | 'hex' = 'base64'): Uint8Array {
  // Three bytes are at least four digits of base64, and each byte two of hexadecimal.
  if (text.length > 2 * BODY_MAX) throw tooLarge()
  return Buffer.from(text, encoding)
}

function unpackBytes(bytes: Uint8Array, encoding = ''): Uint8Array {
  const options = { maxOutputLength: BODY_MAX }
  try {
    return encoding
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .reduceRight<Uint8Array>((packed, each) => {
        if ((each === 'gzip' || each === 'x-gzip') && packed[0] === 0x1f && packed[1] === 0x8b) return gunzipSync(packed, options)
        if (each === 'deflate')
          return ((packed[0] ?? 0) & 0x0f) === 8 ? inflateSync(packed, options) : inflateRawSync(packed, options)
        return each === 'br' ? brotliDecompressSync(packed, options) : packed
      }, bytes)
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    // The recorder has unpacked it already.
    if (isText(bytes)) return bytes
    throw new Unreadable(`has a body that is not compressed as its header says (${encoding.slice(0, 50)})`)
  }
}

function decodeText(bytes: Uint8Array): string {
  if (bytes.length > BODY_MAX) throw tooLarge()
  return new TextDecoder('utf-8', { fatal: false }).decode(bytes)
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function tooLarge(): Unreadable {
  return new Unreadable(`has a body of more than ${BODY_MAX / 1024 / 1024} MiB`)
}
