import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Base } from '../store.ts'
import { basePath } from './data-folder.ts'
import { errorCode, FOLDER_MODE, replaceFile, syncFolder } from './replace-file.ts'

/** Reads a base. Returns `undefined` if it has no file. */
export async function readBaseFile(folder: string, digest: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(basePath(folder, digest))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a base unless it has a file. */
export async function writeBaseFile(folder: string, { digest, pack }: Base, beforeRename: () => Promise<void>): Promise<void> {
  const path = basePath(folder, digest)
  if (await readBaseFile(folder, digest)) return
  if (await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })) await syncFolder(folder)
  await replaceFile(path, [await pack()], beforeRename)
}

/** Deletes a base that no world builds on. It stays if worlds lie in quarantine, since they may build on it. */
export async function deleteBaseFile(folder: string, digest: string): Promise<void> {
  const aside = await readdir(join(folder, 'aside')).catch(() => [])
  if (aside.length === 0) await rm(basePath(folder, digest), { force: true }).catch(() => {})
}
