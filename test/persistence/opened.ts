import type { Store } from '../../src/persistence/store.ts'

/** A store of its own for one test, with nothing in it. */
export interface Opened {
  readonly store: Store
  /**
   * The same kept worlds as another process sees them; where none but one process may have them, as this one does after a restart, and the
   * stores that were opened before are closed then.
   */
  readonly another: () => Promise<Store>
  /** Closes whatever is open still, and takes away what was kept. */
  readonly end: () => Promise<void>
}
