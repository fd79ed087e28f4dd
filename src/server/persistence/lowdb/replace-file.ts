import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The system's error code, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The system's message without the path: `ENOSPC: no space left on device`. */
export function explainFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return errorCode(error) === undefined ? error.message : error.message.replace(/, \w+(?: '.*)?$/s, '')
}

/** Owner only, since files may hold keys and addresses. */
export const FILE_MODE = 0o600

/** Owner only, for folders. */
export const FOLDER_MODE = 0o700

/** The temporary path a file is written to before it replaces the old one. */
function makeTempPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.tmp`)
}

/** Whether a file was left behind by a process that was killed while writing. */
export function isTemp(name: string): boolean {
  return /^\.[a-z0-9-]+\.json\.tmp$/.test(name)
}

/**
 * Replaces a file atomically and durably: the new content is synced before the rename, and the folder after it. `beforeRename` can
 * veto the replacement by throwing. The writer of lowdb (steno) syncs nothing, leaves its temporary file behind on a full disk, and makes
 * the file readable by all users: with it, five tests of `test/persistence/lowdb` fail (2026-11-23).
 */
export async function replaceFile(path: string, pieces: readonly Uint8Array[], beforeRename: () => Promise<void>): Promise<void> {
  const temp = makeTempPath(path)
  try {
    const file = await open(temp, 'w', FILE_MODE)
    try {
      await writeAll(file, pieces)
      await file.sync()
    } finally {
      await file.close()
    }
    await beforeRename()
    await rename(temp, path)
  } catch (error) {
    // On a full disk the leftover would take the space that the next attempt needs.
    await rm(temp, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** Number of pieces per system call. */
const PIECES_AT_ONCE = 256

/** Writes all pieces in order; each system call may accept only part of them. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest.slice(0, PIECES_AT_ONCE))
    rest = afterBytes(rest, bytesWritten)
  }
}

/** The remaining pieces after the first `bytes` bytes. */
function afterBytes(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes
  for (const [at, piece] of pieces.entries()) {
    if (left < piece.byteLength) return [piece.subarray(left), ...pieces.slice(at + 1)]
    left -= piece.byteLength
  }
  return []
}

/**
 * Syncs a folder after a rename or removal. A failure is ignored: every process already reads the new state, so reporting a failed
 * write would be wrong, and some systems can't sync folders at all.
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // Ignored, see above.
  }
}
