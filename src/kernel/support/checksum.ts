import { crc32 } from 'node:zlib'

/** Returns the CRC-32 of bytes or text, for archives. `before` is the checksum of the part that precedes them. */
export function checksum(bytes: Uint8Array | string, before = 0): number {
  return crc32(bytes, before)
}
