import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '../store.ts'
import { delay, type Millis } from '../../support/time.ts'
import { ownTokens, type LockHolder, thisProcess } from './holder.ts'
import { readLock, linkUnlessExists, lockPath, nameOf, stampOf, touch, writeLock } from './lock-files.ts'
import { takeOver } from './lock-takeover.ts'

/** Options of a lock; all but `log` are for tests. */
export interface LockOptions {
  readonly log: (text: string) => void
  readonly host?: string
  /** Interval between renewals of the lock by its holder. */
  readonly beatMs?: Millis
  /** How long an unrenewed lock stays valid if its holder can't be checked. */
  readonly staleMs?: Millis
}

const BEAT_MS = 5_000
/** How long an unrenewed lock stays valid if its holder can't be checked. */
export const STALE_MS: Millis = 20_000
/** An attempt fails only if another process has changed the lock in the meantime. */
const ATTEMPTS_MAX = 1_000

/** Locks a folder for this process. `lock.json` names the holder; it is created atomically. */
export class DataLock {
  readonly #folder: string
  readonly #own: LockHolder
  readonly #beatMs: Millis
  #stop: () => void = () => {}
  /** File metadata of the lock when it was last read. While it is unchanged, the lock need not be read again. */
  #stamp: string | undefined

  private constructor(folder: string, own: LockHolder, beatMs: Millis) {
    this.#folder = folder
    this.#own = own
    this.#beatMs = beatMs
    this.#beat()
  }

  /** Locks a folder. Throws a `StoreError` that names the current holder. */
  static async take(folder: string, { log, host, beatMs = BEAT_MS, staleMs = STALE_MS }: LockOptions): Promise<DataLock> {
    const own = await thisProcess(host)
    const mine = join(folder, `.lock.${own.token}.tmp`)
    ownTokens.add(own.token)
    try {
      await writeLock(mine, own)
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const isHeld = (await linkUnlessExists(mine, lockPath(folder))) || (await takeOver({ folder, own, mine, staleMs, log }))
        if (isHeld) return new DataLock(folder, own, beatMs)
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
    const stamp = await stampOf(lockPath(this.#folder))
    if (stamp !== undefined && stamp === this.#stamp) return
    const found = await readLock(lockPath(this.#folder))
    if (found?.token === this.#own.token) {
      this.#stamp = stamp
      return
    }
    this.#stop()
    const what = found ? `it is held by ${nameOf(found.holder)}` : `${lockPath(this.#folder)} was deleted`
    throw new StoreError(`This process has lost the folder ${this.#folder}: ${what}. It no longer writes there; restart it.`)
  }

  /** Releases the folder. */
  async release(): Promise<void> {
    this.#stop()
    const found = await readLock(lockPath(this.#folder)).catch(() => undefined)
    if (found?.token === this.#own.token) await rm(lockPath(this.#folder), { force: true }).catch(() => {})
    ownTokens.delete(this.#own.token)
  }

  #beat(): void {
    this.#stop = delay(this.#beatMs, () => {
      // A failed renewal is followed by the next one; a lost lock is reported by the next write.
      void this.check()
        .then(() => touch(lockPath(this.#folder)))
        .catch(() => {})
      this.#beat()
    })
  }
}
