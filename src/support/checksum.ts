import { crc32 } from 'node:zlib'

/** The checksum of an archive's file, or of a text; `before` is that of the part that precedes these bytes. */
export function checksum(bytes: Uint8Array | string, before = 0): number {
  return crc32(bytes, before)
}
