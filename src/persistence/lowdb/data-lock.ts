import { constants } from 'node:fs'
import { copyFile, link, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '../store.ts'
import { isAlive, type LockHolder, ownTokens, readHolder, thisProcess } from './holder.ts'
import { errorCode, FILE_MODE } from './replace-file.ts'

/** An attempt fails only if another process has changed the lock in the meantime. */
const ATTEMPTS_MAX = 1_000

/** Locks a folder for this process. `lock.json` names the holder, a process on this host; it is created atomically. */
export class DataLock {
  readonly #folder: string
  readonly #own: LockHolder

  private constructor(folder: string, own: LockHolder) {
    this.#folder = folder
    this.#own = own
  }

  /** Locks a folder. Throws a `StoreError` that names the current holder. */
  static async take(folder: string): Promise<DataLock> {
    const own = await thisProcess()
    const mine = join(folder, `.lock.${own.token}.tmp`)
    ownTokens.add(own.token)
    try {
      await writeLock(mine, own)
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const isHeld = (await linkUnlessExists(mine, lockPath(folder))) || (await takeOver(folder, mine))
        if (isHeld) return new DataLock(folder, own)
      }
      throw new StoreError(`The folder ${folder} cannot be locked: other processes keep changing ${lockPath(folder)}.`)
    } catch (error) {
      ownTokens.delete(own.token)
      throw error
    } finally {
      await rm(mine, { force: true }).catch(() => {})
    }
  }

  /** Throws a `StoreError` if another process has taken the folder over or the lock was deleted. */
  async check(): Promise<void> {
    const holder = await readLock(lockPath(this.#folder))
    if (holder?.token === this.#own.token) return
    const what = holder ? `it is held by ${nameOf(holder)}` : `${lockPath(this.#folder)} was deleted`
    throw new StoreError(`This process has lost the folder ${this.#folder}: ${what}. It no longer writes there; restart it.`)
  }

  /** Releases the folder. */
  async release(): Promise<void> {
    const holder = await readLock(lockPath(this.#folder)).catch(() => undefined)
    if (holder?.token === this.#own.token) await rm(lockPath(this.#folder), { force: true }).catch(() => {})
    ownTokens.delete(this.#own.token)
  }
}

/**
 * Takes the lock over from a dead holder. Returns `false` if another process was faster; throws a `StoreError` if the holder is
 * alive. The old lock is never deleted, because it could already be the next holder's. Instead, a link named after the old token
 * decides which process takes over: exactly one can create it, and only that one replaces the old lock by its own.
 */
async function takeOver(folder: string, mine: string): Promise<boolean> {
  const path = lockPath(folder)
  const root = await readLock(path)
  if (!root) return false
  const last = await lastOf(folder, root)
  // If the lock has changed, the apparent claimant may have lost the race and be about to find out.
  if ((await readLock(path))?.token !== root.token) return false
  if (await isAlive(last)) throw inUse(folder, last)
  const claim = claimPath(folder, last.token)
  if (!(await linkUnlessExists(mine, claim))) return false
  if ((await readLock(path))?.token !== root.token) {
    // Another process has already taken over and cleaned up.
    await rm(claim, { force: true })
    return false
  }
  await rename(mine, path)
  for (const name of await readdir(folder)) if (/^\.lock\..+\.next$/.test(name)) await rm(join(folder, name), { force: true })
  return true
}

/** The last claimant after the holder in `lock.json`: earlier ones may have been killed before they replaced the lock. */
async function lastOf(folder: string, root: LockHolder): Promise<LockHolder> {
  const next = await readLock(claimPath(folder, root.token))
  return next ? lastOf(folder, next) : root
}

function lockPath(folder: string): string {
  return join(folder, 'lock.json')
}

/** The file through which a process claims the takeover from a dead holder. */
function claimPath(folder: string, token: string): string {
  return join(folder, `.lock.${token}.next`)
}

/** Reads a lock. Returns `undefined` if there is none. */
async function readLock(path: string): Promise<LockHolder | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const holder = readHolder(text)
  if (!holder) throw new StoreError(`${path} does not name a process. Delete it if no server uses the folder.`)
  return holder
}

/** Links a file to a second name. Returns `false` if that name exists. */
async function linkUnlessExists(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error
      // Some file systems have no links. A copy may be read half-written, and is then rejected as malformed.
      await copyFile(from, to, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Writes a lock under a temporary name. */
async function writeLock(path: string, holder: LockHolder): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE)
  try {
    await file.writeFile(`${JSON.stringify(holder, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Describes a holder in a message. */
function nameOf({ pid, since }: LockHolder): string {
  return `process ${pid}, since ${since}`
}

function inUse(folder: string, holder: LockHolder): StoreError {
  return new StoreError(
    `The folder ${folder} is in use by ${nameOf(holder)}. Two processes would overwrite each other's worlds: stop the other one, ` +
      `use another folder, or use --store, which several processes can share.`,
  )
}
