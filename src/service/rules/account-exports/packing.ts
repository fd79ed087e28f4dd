/**
 * Files in a zip are stored as DEFLATE, since streaming readers cannot read anything else, but in uncompressed blocks: compression
 * gains nothing over a local connection, and this way the size of a zip is known in advance.
 */

/** Maximum number of bytes of a block after its header. */
const BLOCK_BYTES_MAX = 65_535
const HEAD_BYTES = 5

/** An empty last block, which marks the end. */
export const END: Uint8Array<ArrayBuffer> = new Uint8Array([3, 0])

/** The size of a part of a file in a zip. */
export function packedSize(length: number): number {
  return length + HEAD_BYTES * Math.ceil(length / BLOCK_BYTES_MAX)
}

/** A part of a file as stored in a zip. The parts of a file follow each other, and then `END`. */
export function wrapInBlocks(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(packedSize(bytes.length))
  const view = new DataView(blocks.buffer)
  for (let from = 0, to = 0; from < bytes.length; from += BLOCK_BYTES_MAX) {
    const block = bytes.subarray(from, from + BLOCK_BYTES_MAX)
    view.setUint16(to + 1, block.length, true)
    view.setUint16(to + 3, BLOCK_BYTES_MAX - block.length, true)
    blocks.set(block, to + HEAD_BYTES)
    to += HEAD_BYTES + block.length
  }
  return blocks
}

/** Size of the zip headers of a file without its name. */
const AROUND_BYTES = 30 + 16 + 46
const DIRECTORY_END_BYTES = 22

/** The size of a zip with these files; `packed_size` is the total size of a file's parts. */
export function zipSize(files: readonly { readonly path: string; readonly packed_size: number }[]): number {
  const utf8 = new TextEncoder()
  return files.reduce(
    (sum, { path, packed_size }) => sum + AROUND_BYTES + 2 * utf8.encode(path).length + packed_size + END.length,
    DIRECTORY_END_BYTES,
  )
}
