import { constants } from 'node:fs'
import { copyFile, link, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Millis } from '../../support/time.ts'
import { type LockHolder, readHolder } from './holder.ts'
import { errorCode, FILE_MODE } from './replace-file.ts'

/** A lock file as read from disk: its holder and when it was last renewed. */
export interface LockFile {
  readonly holder: LockHolder | undefined
  /** The holder's token, or a substitute if the file can't be parsed. */
  readonly token: string
  readonly renewedAt: Millis
}

/** The lock file of a folder. */
export function lockPath(folder: string): string {
  return join(folder, 'lock.json')
}

/** The file through which a process claims the takeover from a dead holder. */
export function takeoverPath(folder: string, token: string): string {
  return join(folder, `.lock.${token}.next`)
}

/** Whether a file name is one of those. */
export function isTakeoverFile(name: string): boolean {
  return /^\.lock\..+\.next$/.test(name)
}

/** Reads a lock. Returns `undefined` if there is none. */
export async function readLock(path: string): Promise<LockFile | undefined> {
  try {
    const [text, { ino, mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)]
    const holder = readHolder(text)
    return { holder, token: holder?.token ?? `unreadable-${ino}-${Math.round(mtimeMs)}`, renewedAt: mtimeMs }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** A stamp that changes whenever the lock is replaced or rewritten, without reading it. Returns `undefined` if there is no lock. */
export async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Links a file to a second name. Returns `false` if that name exists. */
export async function linkUnlessExists(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error
      // Some file systems have no links. A copy may be read half-written; such a lock counts as one with an unknown holder that is
      // alive.
      await copyFile(from, to, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Rewrites the first byte unchanged, so that the file's modification time comes from the file system. */
export async function touch(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write('{', 0)
  } finally {
    await file.close()
  }
}

/** Writes a lock under a temporary name. */
export async function writeLock(path: string, holder: LockHolder): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE)
  try {
    await file.writeFile(`${JSON.stringify(holder, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Describes a holder in a message. */
export function nameOf(holder: LockHolder | undefined): string {
  return holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process'
}
