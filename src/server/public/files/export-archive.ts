import type { ZipInputFile } from 'fflate'
import {
  accountExports,
  filePath,
  type AccountExportRow,
  bytesOfPart,
  exportFiles,
  type ExportFileRow,
} from '../../../service/model/account-exports/export.ts'
import { END, wrapInBlocks } from '../../../service/rules/account-exports/packing.ts'
import { isSigned } from '../../../service/rules/urls/signed-url.ts'
import { checksum } from '../../../kernel/support/checksum.ts'
import { yieldToEventLoop, toLocalDate, realNow } from '../../../kernel/support/time.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { file, text } from '../reply.ts'

export const exportOperations = {
  getExportArchive({ handle, path, query }) {
    const id = Number(/^export-(\d{1,15})\.zip$/.exec(path.file)?.[1])
    const found = peek(handle.world, (tx) => {
      const row = tx.first(accountExports.key, { id })
      if (row?.status !== 'finished' || path.file !== nameArchive(row)) return undefined
      return { row, signed: isSigned(tx, filePath(row), query), files: tx.range(exportFiles.byCreation, { export_id: id }).all() }
    })
    if (!found) return text(404, 'There is no such file.')
    if (!found.signed) return text(403, 'This URL has expired or was not issued here.')
    const { row, files } = found
    const reply = file(path.file, 'application/zip', ReadableStream.from(zipped(row, files)))
    return { ...reply, headers: { ...reply.headers, 'content-length': String(row.size_in_bytes) } }
  },
} satisfies Partial<PublicOperations>

function nameArchive(row: AccountExportRow): string {
  return filePath(row).slice('/_files/'.length)
}

/** Longest time packing may block other calls. */
const SLICE_MS = 5

/** The zip archive, built while it is read. */
async function* zipped({ finished }: AccountExportRow, files: readonly ExportFileRow[]): AsyncGenerator<Uint8Array> {
  // Imported on first use: few servers are ever asked for an archive.
  const { Zip } = await import('fflate')
  let made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  const mtime = toLocalDate(Math.min(Math.max(finished, ZIP_TIME_MIN), ZIP_TIME_MAX))
  let slice = realNow()
  for (const each of files) {
    const { path, parts } = each
    const entry: ZipInputFile = { filename: path, compression: DEFLATE, size: 0, crc: 0, mtime }
    zip.add(entry)
    for (const part of parts) {
      const bytes = bytesOfPart(each, part)
      entry.size = (entry.size ?? 0) + bytes.length
      entry.crc = checksum(bytes, entry.crc)
      entry.ondata?.(null, wrapInBlocks(bytes), false)
      yield* made
      made = []
      if (realNow() - slice < SLICE_MS) continue
      await yieldToEventLoop()
      slice = realNow()
    }
    entry.ondata?.(null, END, true)
  }
  zip.end()
  yield* made
}

/** The compression method's number in zip files. */
const DEFLATE = 8

/** Zip files can store times from 1980 to 2099. */
const ZIP_TIME_MIN = 315_532_800
const ZIP_TIME_MAX = 4_102_444_799
