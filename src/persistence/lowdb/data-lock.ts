import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '../store.ts'
import { delay, type Millis } from '../../support/time.ts'
import { heldHere, type Holder, thisProcess } from './holder.ts'
import { foundAt, linked, lockOf, nameOf, stampOf, touch, writeLock } from './lock-files.ts'
import { takesOver } from './lock-takeover.ts'

/** What a lock is taken with; all but the log is for tests. */
export interface LockOptions {
  readonly log: (text: string) => void
  readonly host?: string
  /** How often a holder gives a sign of life. */
  readonly beatMs?: Millis
  /** After how long without one it counts as gone where nobody can look. */
  readonly staleMs?: Millis
}

const BEAT_MS = 5_000
/** After how long without a sign of life a holder of which nobody can tell more counts as gone. */
export const STALE_MS: Millis = 20_000
/** An attempt fails only because another process has done something meanwhile. */
const ATTEMPTS_MAX = 1_000

/** Holds a folder for this process. Who holds it is in `lock.json`, which appears as a whole or not at all. */
export class DataLock {
  readonly #folder: string
  readonly #own: Holder
  readonly #beatMs: Millis
  #stop: () => void = () => {}
  /** What the lock looked like from outside before it was last read: as long as it does, it need not be read. */
  #stamp: string | undefined

  private constructor(folder: string, own: Holder, beatMs: Millis) {
    this.#folder = folder
    this.#own = own
    this.#beatMs = beatMs
    this.#beat()
  }

  /** Takes a folder; throws a `StoreError` that says who has it. */
  static async take(folder: string, { log, host, beatMs = BEAT_MS, staleMs = STALE_MS }: LockOptions): Promise<DataLock> {
    const own = await thisProcess(host)
    const mine = join(folder, `.lock.${own.token}.tmp`)
    heldHere.add(own.token)
    try {
      await writeLock(mine, own)
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const isHeld = (await linked(mine, lockOf(folder))) || (await takesOver({ folder, own, mine, staleMs, log }))
        if (isHeld) return new DataLock(folder, own, beatMs)
      }
      throw new StoreError(`The folder ${folder} cannot be locked: other processes keep changing ${lockOf(folder)}.`)
    } catch (error) {
      heldHere.delete(own.token)
      throw error
    } finally {
      await rm(mine, { force: true }).catch(() => {})
    }
  }

  /** Throws a `StoreError` if another process has taken the folder over, or the lock was deleted. */
  async check(): Promise<void> {
    const stamp = await stampOf(lockOf(this.#folder))
    if (stamp !== undefined && stamp === this.#stamp) return
    const found = await foundAt(lockOf(this.#folder))
    if (found?.token === this.#own.token) {
      this.#stamp = stamp
      return
    }
    this.#stop()
    const what = found ? `it is held by ${nameOf(found.holder)}` : `${lockOf(this.#folder)} was deleted`
    throw new StoreError(
      `This process has lost the folder ${this.#folder}: ${what}. It writes nothing there any more; start it anew.`,
    )
  }

  /** Lets others have the folder. */
  async release(): Promise<void> {
    this.#stop()
    const found = await foundAt(lockOf(this.#folder)).catch(() => undefined)
    if (found?.token === this.#own.token) await rm(lockOf(this.#folder), { force: true }).catch(() => {})
    heldHere.delete(this.#own.token)
  }

  #beat(): void {
    this.#stop = delay(this.#beatMs, () => {
      // After a sign of life that failed comes another one; who has lost the folder learns it when it writes.
      void this.check()
        .then(() => touch(lockOf(this.#folder)))
        .catch(() => {})
      this.#beat()
    })
  }
}
