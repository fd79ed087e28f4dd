import type { TarPackController } from 'modern-tar'
import {
  archivePath,
  batches,
  type BatchRow,
  hasResults,
  type BatchResultRow,
  batchResults,
} from '../../../service/model/batches/batch.ts'
import { withOwnAddress } from '../../../service/rules/urls/own-address.ts'
import { isSigned } from '../../../service/rules/urls/signed-url.ts'
import { yieldToEventLoop, toDate, realNow } from '../../../kernel/support/time.ts'
import type { Range } from '../../../kernel/world/range.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { PublicOperations } from '../operation.ts'
import { file, text } from '../reply.ts'

/** Longest time packing may block other calls. */
const SLICE_MS = 5

/** Bytes passed to the compressor at a time: an archive of 10,000 results takes 0.2 s instead of 0.8 without (2026-11-30). */
const PIECE_BYTES = 65_536

/** Number of results read from the world at a time. */
const RESULTS_AT_ONCE = 100

/** The results of a batch as a gzipped tar, built while it is read: a folder with one file per result. */
async function* gzippedTar(world: WorldState, batch: BatchRow, results: Range<BatchResultRow>): AsyncGenerator<Uint8Array> {
  // Imported on first use: few servers are ever asked for an archive.
  const { createTarPacker } = await import('modern-tar')
  const { readable, controller } = createTarPacker()
  void pack(controller, world, batch, results)
  yield* ReadableStream.from(inPieces(readable)).pipeThrough(new CompressionStream('gzip'))
}

async function pack(
  tar: TarPackController,
  world: WorldState,
  { id, completed_at }: BatchRow,
  results: Range<BatchResultRow>,
): Promise<void> {
  const mtime = toDate(completed_at)
  const encoder = new TextEncoder()
  let slice = realNow()
  try {
    await tar.add({ name: `${id}/`, type: 'directory', size: 0, mtime }).close()
    for (let at = 0; at < results.count; at += RESULTS_AT_ONCE) {
      for (const result of results.slice(at, RESULTS_AT_ONCE)) {
        const bytes = encoder.encode(withOwnAddress(world, writeResultContent(result)))
        const entry = tar.add({ name: `${id}/${result.number}.json`, size: bytes.byteLength, mtime }).getWriter()
        await entry.write(bytes)
        await entry.close()
        if (realNow() - slice < SLICE_MS) continue
        await yieldToEventLoop()
        slice = realNow()
      }
    }
    tar.finalize()
  } catch (error) {
    // Either the reader has gone away and everything ends, or it receives the error.
    tar.error(error)
  }
}

function writeResultContent({ status_code, operation_id, response }: BatchResultRow): string {
  // A source of a text becomes the text.
  return JSON.stringify([{ status_code, operation_id, response }])
}

/** Joins small chunks into pieces. */
async function* inPieces(chunks: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.byteLength
    if (size < PIECE_BYTES) continue
    yield joinChunks(held, size)
    held = []
    size = 0
  }
  if (size > 0) yield joinChunks(held, size)
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

export const fileOperations = {
  getBatchArchive({ handle, path, query }) {
    const id = /^(.+)\.tar\.gz$/.exec(path.file)?.[1] ?? ''
    const found = peek(handle.world, (tx) => {
      const batch = tx.first(batches.key, { id })
      if (!batch || !hasResults(tx, batch)) return undefined
      return { batch, signed: isSigned(tx, archivePath(batch), query), results: tx.range(batchResults.key, { batch_id: id }) }
    })
    if (!found) return text(404, 'There are no results of such a batch.')
    if (!found.signed) return text(403, 'This URL has expired or was not issued here. GET the batch for a new one.')
    return file(`${id}.tar.gz`, 'application/gzip', ReadableStream.from(gzippedTar(handle.world, found.batch, found.results)))
  },
} satisfies Partial<PublicOperations>
