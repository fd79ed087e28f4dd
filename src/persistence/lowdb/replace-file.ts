import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The system's name for what went wrong, `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What went wrong, in the system's words and without what it was about: `ENOSPC: no space left on device`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return codeOf(error) === undefined ? error.message : error.message.replace(/, \w+(?: '.*)?$/s, '')
}

/** Nobody else reads what may hold keys and addresses. */
export const FILE_MODE = 0o600

/** The same for folders. */
export const FOLDER_MODE = 0o700

/** Where a file is written before it takes the place of the one that there is. */
export function tempOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.tmp`)
}

/** Whether a file was left behind by a process that was killed while it wrote. */
export function isTemp(name: string): boolean {
  return /^\.[a-z0-9-]+\.json\.tmp$/.test(name)
}

/**
 * Writes a file as a whole or not at all: it is on the disk before it takes the place of the old one, and stays there if the machine
 * stops. `lastly` is asked right before that, and refuses by throwing.
 */
export async function replaceFile(path: string, pieces: readonly Uint8Array[], lastly: () => Promise<void>): Promise<void> {
  const temp = tempOf(path)
  try {
    const file = await open(temp, 'w', FILE_MODE)
    try {
      await writeAll(file, pieces)
      await file.sync()
    } finally {
      await file.close()
    }
    await lastly()
    await rename(temp, path)
  } catch (error) {
    // On a full disk it would take the room that the next attempt needs.
    await rm(temp, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** So many pieces are written with one call of the system. */
const PIECES_AT_ONCE = 256

/** Writes pieces one after the other; of each call the system takes as much as it likes. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest.slice(0, PIECES_AT_ONCE))
    rest = behind(rest, bytesWritten)
  }
}

/** What is left of pieces behind so many bytes. */
function behind(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes
  for (const [at, piece] of pieces.entries()) {
    if (left < piece.byteLength) return [piece.subarray(left), ...pieces.slice(at + 1)]
    left -= piece.byteLength
  }
  return []
}

/**
 * Makes what was renamed or taken out in a folder last. That it cannot is no reason to take it back: every process reads what it is now, and to
 * say that nothing was written would be wrong. Some systems cannot sync folders at all.
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
    // See above.
  }
}
