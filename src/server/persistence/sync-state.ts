import type { WorldHandle } from '../runtime/world-handle.ts'
import type { SavedWorld } from './saved-world.ts'
import type { Loader } from './loader.ts'
import type { RealTime } from '../runtime/real-time.ts'
import type { Store, Version } from './store.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import type { Log } from '../../kernel/support/log.ts'
import { realNow, type Millis } from '../../kernel/support/time.ts'

/** Dependencies of a `Persister`. */
export interface PersisterOptions {
  readonly store: Store
  readonly worlds: WorldRegistry
  readonly loader: Loader
  readonly realTime: RealTime
  /** Resumes the due work and outgoing deliveries of a world; for a deleted world, stops them. */
  readonly resume: (handle: WorldHandle) => void
  readonly log: Log
}

/** One write and its waiting callers. */
export class Flush {
  /** When it was requested, in real time. */
  readonly since: Millis = realNow()
  readonly done: Promise<boolean>
  #resolve: (isSaved: boolean) => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // A failed write without waiting callers is not an unhandled rejection.
    this.done.catch(() => {})
  }

  /** Resolves with whether the state was saved, or lost against a write of another process. */
  end(isSaved: boolean): void {
    this.#resolve(isSaved)
  }

  /** Rejects with the reason why the state can't be saved. */
  fail(reason: unknown): void {
    this.#reject(reason)
  }
}

/** How a world in memory relates to its copy in the store. */
export interface SyncState {
  /** The last state known to be in the store; `undefined` before the first write. */
  saved: SavedWorld | undefined
  version: Version | undefined
  /** The names of the world known to the store. */
  names: ReadonlySet<string>
  /** The write in flight and its flush. */
  writing: { readonly next: SavedWorld; readonly flush: Flush } | undefined
  /** The flush for callers waiting for the next write. */
  next: Flush | undefined
  /** Whether a job is working on the world. */
  isBusy: boolean
  /** When the flush that the job works on was requested, in real time; `undefined` between two flushes. */
  flushingSince: Millis | undefined
  /** Whether another process may have written the world since. */
  isStale: boolean
  /** Whether another process has written the world and no caller here needs it yet; it is reread when one does. */
  isBehind: boolean
  /** Whether to write even if nothing has changed, to see if the store works again. */
  isProbe: boolean
  /**
   * Why the world is no longer written: it was deleted from the store, or this handle is detached because the world was never
   * saved, lives on under another handle, or the process is ending.
   */
  ended: 'removed' | 'elsewhere' | undefined
}

/** The sync state of a world that has not been saved yet. */
export function newSyncState(): SyncState {
  return {
    saved: undefined,
    version: undefined,
    names: new Set(),
    writing: undefined,
    next: undefined,
    isBusy: false,
    flushingSince: undefined,
    isStale: false,
    isBehind: false,
    isProbe: false,
    ended: undefined,
  }
}
