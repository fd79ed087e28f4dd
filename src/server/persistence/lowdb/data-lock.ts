import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { kill, pid as ownPid } from 'node:process'
import { isoMillis, realNow } from '../../../kernel/support/time.ts'
import { StoreError } from '../store.ts'
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
    const what = holder ? `it is held by ${nameHolder(holder)}` : `${lockPath(this.#folder)} was deleted`
    throw new StoreError(`This process has lost the folder ${this.#folder}: ${what}. It no longer writes there; restart it.`)
  }

  async release(): Promise<void> {
    const holder = await readLock(lockPath(this.#folder)).catch(() => undefined)
    if (holder?.token === this.#own.token) await rm(lockPath(this.#folder), { force: true }).catch(() => {})
    ownTokens.delete(this.#own.token)
  }
}

/**
 * Takes the lock over from a dead holder. Returns `false` if another process was faster; throws a `StoreError` if the holder is
 * alive. The old lock is never deleted, because it could already be the next holder's. Instead, a link named after the old token
 * decides which process takes over: exactly one process can create the link, and only this process replaces the old lock.
 */
async function takeOver(folder: string, mine: string): Promise<boolean> {
  const path = lockPath(folder)
  const root = await readLock(path)
  if (!root) return false
  const last = await findLastHolder(folder, root)
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
async function findLastHolder(folder: string, root: LockHolder): Promise<LockHolder> {
  const next = await readLock(claimPath(folder, root.token))
  return next ? findLastHolder(folder, next) : root
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
function nameHolder({ pid, since }: LockHolder): string {
  return `process ${pid}, since ${since}`
}

function inUse(folder: string, holder: LockHolder): StoreError {
  return new StoreError(
    `The folder ${folder} is in use by ${nameHolder(holder)}. Two processes would overwrite each other's worlds: stop the other one, ` +
      `use another folder, or use --store, which several processes can share.`,
  )
}

/** The process that holds a folder. */
export interface LockHolder {
  readonly pid: number
  /** Boot of the machine and start time of the process, as one text; `null` if the system doesn't tell. */
  readonly began: string | null
  /** When the process took the folder. */
  readonly since: string
  /** Unique per holder. */
  readonly token: string
}

// The token becomes part of a file name.
const TOKEN = /^[0-9a-f-]{36}$/

/** Tokens of the folders that this process holds. */
const ownTokens = new Set<string>()

export async function thisProcess(): Promise<LockHolder> {
  return { pid: ownPid, began: (await findProcess(ownPid)).began, since: isoMillis(realNow()), token: randomUUID() }
}

/** Parses a lock. Returns `undefined` if it is malformed. */
function readHolder(text: string): LockHolder | undefined {
  try {
    const { pid, began, since, token } = JSON.parse(text)
    const isOne = Number.isSafeInteger(pid) && pid > 0 && typeof since === 'string' && TOKEN.test(token)
    return isOne ? { pid, began: typeof began === 'string' ? began : null, since, token } : undefined
  } catch {
    return undefined
  }
}

/** Whether a holder is still running. */
async function isAlive(holder: LockHolder): Promise<boolean> {
  if (ownTokens.has(holder.token)) return true
  const { isThere, began } = await findProcess(holder.pid)
  if (!isThere) return false
  // In a container every process may have the same id. If the system reports no start times, an earlier process had this one's id.
  if (began === null || holder.began === null) return holder.pid !== ownPid
  return began === holder.began
}

/** Whether a process with this id exists, and when it started. */
async function findProcess(pid: number): Promise<{ readonly isThere: boolean; readonly began: string | null }> {
  const { isOver, began } = await processTableEntry(pid)
  try {
    kill(pid, 0)
    return { isThere: !isOver, began }
  } catch (error) {
    // Any other error means that the process belongs to another user and can't be signalled.
    return { isThere: !isOver && errorCode(error) !== 'ESRCH', began }
  }
}

/** What the system's process table says about a process, where there is one. */
async function processTableEntry(pid: number): Promise<{ readonly isOver: boolean; readonly began: string | null }> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // After the name, which is in brackets and may contain anything: the state, and nineteen fields later the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A killed process stays in the table until its parent reaps it.
    return { isOver: fields[0] === 'Z' || fields[0] === 'X', began: `${boot.trim()} ${fields[19]}` }
  } catch {
    return { isOver: false, began: null }
  }
}
