import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '../store.ts'
import { type Millis, realDelay } from '../../support/time.ts'
import { type Holder, stateOf } from './holder.ts'
import { followerOf, type LockFile, foundAt, isFollower, linked, lockOf, nameOf, touch } from './lock-files.ts'

const LOOK_MS = 200

/** A process that wants a folder. */
export interface Applicant {
  readonly folder: string
  readonly own: Holder
  /** Where its lock is as long as it is none. */
  readonly mine: string
  /** After how long without a sign of life a holder counts as gone where nobody can look. */
  readonly staleMs: Millis
  readonly log: (text: string) => void
}

/**
 * Follows a holder that is gone, if nobody else does by then; throws a `StoreError` if there is one that is not. The old lock is not taken out, since
 * it might be that of the next one by then: a link whose name has its token decides who follows it, of many that try exactly one, and only
 * that one puts its own lock in the place of the old one.
 */
export async function takesOver(applicant: Applicant): Promise<boolean> {
  const { folder, mine } = applicant
  const root = await foundAt(lockOf(folder))
  if (!root) return false
  const last = await lastOf(folder, root)
  // Otherwise who seems to follow might be one that came too late, and is about to find that out.
  if ((await foundAt(lockOf(folder)))?.token !== root.token) return false
  if (!(await isGone(last, applicant))) throw inUse(folder, last)
  const next = followerOf(folder, last.token)
  if (!(await linked(mine, next))) return false
  if ((await foundAt(lockOf(folder)))?.token !== root.token) {
    // Somebody has followed already, and has tidied up.
    await rm(next, { force: true })
    return false
  }
  await rename(mine, lockOf(folder))
  for (const name of await readdir(folder)) if (isFollower(name)) await rm(join(folder, name), { force: true })
  return true
}

/** Who follows the holder that `lock.json` names, if some were killed before they had put their own there. */
async function lastOf(folder: string, root: LockFile): Promise<LockFile> {
  const next = await foundAt(followerOf(folder, root.token))
  return next ? lastOf(folder, next) : root
}

/** Whether a holder runs no more. Where nobody can look, it is given time for a sign of life. */
async function isGone(found: LockFile, { folder, mine, own, staleMs, log }: Applicant): Promise<boolean> {
  const state = found.holder ? await stateOf(found.holder, own) : 'unknown'
  if (state !== 'unknown') return state === 'dead'
  for (let looks = 0; ; looks++) {
    // Both instants are those of the machine that has the folder, whatever the time is here.
    await touch(mine)
    const now = (await stat(mine)).mtimeMs
    const root = await foundAt(lockOf(folder))
    const last = root && (await lastOf(folder, root))
    if (last?.token !== found.token) return true
    if (last.beatAt > found.beatAt) return false
    if (now - last.beatAt > staleMs) return true
    if (looks === 0) {
      log(
        `The folder ${folder} was held by ${nameOf(found.holder)}. Waiting at most ${staleMs / 1_000} s for a sign of life of it.`,
      )
    }
    await realDelay(LOOK_MS)
  }
}

function inUse(folder: string, { holder }: LockFile): StoreError {
  return new StoreError(
    `The folder ${folder} is in use by ${nameOf(holder)}. Two would overwrite each other's worlds: stop that one, ` +
      `or use another folder, or --store, which several can share.`,
  )
}
