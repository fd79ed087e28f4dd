import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '../store.ts'
import { type Millis, realDelay } from '../../support/time.ts'
import { type LockHolder, holderStateOf } from './holder.ts'
import { takeoverPath, type LockFile, readLock, isTakeoverFile, linkUnlessExists, lockPath, nameOf, touch } from './lock-files.ts'

const POLL_MS = 200

/** A process that wants to lock a folder. */
export interface Applicant {
  readonly folder: string
  readonly own: LockHolder
  /** The temporary path of its own lock. */
  readonly mine: string
  /** How long an unrenewed lock stays valid if its holder can't be checked. */
  readonly staleMs: Millis
  readonly log: (text: string) => void
}

/**
 * Takes the lock over from a dead holder. Returns `false` if another process was faster; throws a `StoreError` if the holder is
 * alive. The old lock is never deleted, because it could already be the next holder's. Instead, a link named after the old token
 * decides which process takes over: exactly one can create it, and only that one replaces the old lock by its own.
 */
export async function takeOver(applicant: Applicant): Promise<boolean> {
  const { folder, mine } = applicant
  const root = await readLock(lockPath(folder))
  if (!root) return false
  const last = await lastOf(folder, root)
  // If the lock has changed, the apparent claimant may have lost the race and be about to find out.
  if ((await readLock(lockPath(folder)))?.token !== root.token) return false
  if (!(await isGone(last, applicant))) throw inUse(folder, last)
  const next = takeoverPath(folder, last.token)
  if (!(await linkUnlessExists(mine, next))) return false
  if ((await readLock(lockPath(folder)))?.token !== root.token) {
    // Another process has already taken over and cleaned up.
    await rm(next, { force: true })
    return false
  }
  await rename(mine, lockPath(folder))
  for (const name of await readdir(folder)) if (isTakeoverFile(name)) await rm(join(folder, name), { force: true })
  return true
}

/** The last claimant after the holder in `lock.json`: earlier ones may have been killed before they replaced the lock. */
async function lastOf(folder: string, root: LockFile): Promise<LockFile> {
  const next = await readLock(takeoverPath(folder, root.token))
  return next ? lastOf(folder, next) : root
}

/** Whether a holder is dead. If it can't be checked, it gets time to renew its lock. */
async function isGone(found: LockFile, { folder, mine, own, staleMs, log }: Applicant): Promise<boolean> {
  const state = found.holder ? await holderStateOf(found.holder, own) : 'unknown'
  if (state !== 'unknown') return state === 'dead'
  for (let looks = 0; ; looks++) {
    // Both timestamps come from the machine that hosts the folder, so local clock skew doesn't matter.
    await touch(mine)
    const now = (await stat(mine)).mtimeMs
    const root = await readLock(lockPath(folder))
    const last = root && (await lastOf(folder, root))
    if (last?.token !== found.token) return true
    if (last.renewedAt > found.renewedAt) return false
    if (now - last.renewedAt > staleMs) return true
    if (looks === 0) {
      log(
        `The folder ${folder} was held by ${nameOf(found.holder)}. Waiting at most ${staleMs / 1_000}s for a sign of life from it.`,
      )
    }
    await realDelay(POLL_MS)
  }
}

function inUse(folder: string, { holder }: LockFile): StoreError {
  return new StoreError(
    `The folder ${folder} is in use by ${nameOf(holder)}. Two processes would overwrite each other's worlds: stop the other one, ` +
      `use another folder, or use --store, which several processes can share.`,
  )
}
