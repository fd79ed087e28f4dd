import type { Store } from '../../src/server/persistence/store.ts'

/** An empty store for one test. */
export interface OpenedStore {
  readonly store: Store
  /**
   * The same stored worlds as another process sees them. Where only one process may have them, it is this process after a restart,
   * and the previously opened stores are closed.
   */
  readonly another: () => Promise<Store>
  /** Closes everything that is still open and deletes the stored data. */
  readonly end: () => Promise<void>
}
