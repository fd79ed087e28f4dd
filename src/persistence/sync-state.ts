import type { WorldHandle } from '../runtime/world-handle.ts'
import type { SavedWorld } from './saved-world.ts'
import type { Loader } from './loader.ts'
import type { RealTime } from '../runtime/real-time.ts'
import type { Store, Version } from './store.ts'
import type { Worlds } from '../runtime/worlds.ts'

/** What the keeper works with. */
export interface KeeperParts {
  readonly store: Store
  readonly worlds: Worlds
  readonly loader: Loader
  readonly realTime: RealTime
  /** Lets happen by itself what is due in a world, and sends what has to go out of it; in one that is gone, nothing any more. */
  readonly goOn: (handle: WorldHandle) => void
  readonly log: (message: string) => void
}

/** Those who wait for what stands in a world to be kept. */
export class Flush {
  readonly done: Promise<boolean>
  #resolve: (isKept: boolean) => void = () => {}
  #reject: (reason: unknown) => void = () => {}

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // A write that nobody waits for may fail as well.
    this.done.catch(() => {})
  }

  /** Tells whether it is kept, or had to give way to what another process wrote. */
  end(isKept: boolean): void {
    this.#resolve(isKept)
  }

  /** Tells why it cannot be kept. */
  fail(reason: unknown): void {
    this.#reject(reason)
  }
}

/** What the keeper knows of a world. */
export interface SyncState {
  /** What stands in the store; nothing before the first write. */
  kept: SavedWorld | undefined
  version: Version | undefined
  /** The names that lead to the world, as the store knows them. */
  names: ReadonlySet<string>
  /** What is just being written, and who waits for it. */
  writing: { readonly subject: SavedWorld; readonly round: Flush } | undefined
  /** Who waits for the next write. */
  next: Flush | undefined
  /** Whether somebody attends to it at present. */
  isBusy: boolean
  /** Whether another process may have written it since. */
  isStale: boolean
  /** Whether another process has written it since, and nobody here has waited for that: it is read when somebody does. */
  isBehind: boolean
  /** Whether it is to be written even if nothing has changed, to see whether that works again. */
  isTrial: boolean
  /**
   * Why nothing of it is written any more: it was taken out of the store; or what is done in this place leads nowhere, since the world was
   * never kept, goes on in another place, or this process ends.
   */
  over: 'removed' | 'elsewhere' | undefined
}

/** A world of which nothing is kept yet. */
export function newSyncState(): SyncState {
  return {
    kept: undefined,
    version: undefined,
    names: new Set(),
    writing: undefined,
    next: undefined,
    isBusy: false,
    isStale: false,
    isBehind: false,
    isTrial: false,
    over: undefined,
  }
}
