import { constants } from 'node:fs'
import { copyFile, link, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Millis } from '../../support/time.ts'
import { type Holder, readHolder } from './holder.ts'
import { codeOf, FILE_MODE } from './replace-file.ts'

/** A lock as it is found: whose it is, and when it last gave a sign of life. */
export interface LockFile {
  readonly holder: Holder | undefined
  /** Its token, or what stands for it where a file cannot be read. */
  readonly token: string
  readonly beatAt: Millis
}

/** The file that says who holds a folder. */
export function lockOf(folder: string): string {
  return join(folder, 'lock.json')
}

/** The name that a process gives its lock which follows a holder that is gone. */
export function followerOf(folder: string, token: string): string {
  return join(folder, `.lock.${token}.next`)
}

/** Whether a name is one of those. */
export function isFollower(name: string): boolean {
  return /^\.lock\..+\.next$/.test(name)
}

/** Reads a lock, if there is one. */
export async function foundAt(path: string): Promise<LockFile | undefined> {
  try {
    const [text, { ino, mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)]
    const holder = readHolder(text)
    return { holder, token: holder?.token ?? `unreadable-${ino}-${Math.round(mtimeMs)}`, beatAt: mtimeMs }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** What tells a lock from another one, and from what is written over it, without reading it; nothing if there is none. */
export async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Gives a file a second name, unless something has that name. */
export async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error
      // Some file systems know no links. What is copied may be seen half, and counts as a lock of somebody who gives signs of life.
      await copyFile(from, to, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Writes the first byte again as it is: the time of the change is then the one of the file system. */
export async function touch(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write('{', 0)
  } finally {
    await file.close()
  }
}

/** Writes a lock that nobody looks at yet. */
export async function writeLock(path: string, holder: Holder): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE)
  try {
    await file.writeFile(`${JSON.stringify(holder, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A holder, for people. */
export function nameOf(holder: Holder | undefined): string {
  return holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process'
}
