import { Defect } from '../world/errors.ts'
import { StoreError, UnreadableWorld } from '../persistence/store.ts'

/** What was done cannot be kept, and does not count. */
export class PersistenceError extends Defect {
  /** Whether it may work again soon. */
  readonly isAway: boolean

  constructor(message: string, isAway: boolean) {
    super(message)
    this.isAway = isAway
  }
}

const GONE_ON = 'This process does not hold the world any more, so that what was done in it here does not count.'

/** Fails for what was done in a world that goes on in another process; not all who ask wait for that. */
export function rejectDetached(): Promise<never> {
  const refused = Promise.reject<never>(new PersistenceError(GONE_ON, true))
  refused.catch(() => {})
  return refused
}

/** Tells that what was done in a world could not be kept. */
export function undone(id: string, why: string, isAway: boolean): PersistenceError {
  return new PersistenceError(`What was done in the world ${id} could not be kept, and is undone: ${why}`, isAway)
}

/** Whether something failed since it cannot be kept, or since the store cannot be asked: that is said once, by who keeps it. */
export function isPersistenceFailure(error: unknown): error is PersistenceError | StoreError {
  return error instanceof PersistenceError || error instanceof StoreError
}

/** The status of what is no answer of the service: 503 for what may work again soon, and for a world that can't be read. */
export function statusOfDefect(error: unknown): 500 | 503 {
  return error instanceof UnreadableWorld || (isPersistenceFailure(error) && error.isAway) ? 503 : 500
}
