import { type Log, stackOf } from '../../kernel/support/thrown.ts'
import { Defect } from '../../kernel/world/errors.ts'

/** A store operation failed: either nothing was done, or the outcome is unknown. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** Whether the store is unreachable and may soon be back. */
  readonly isTemporary: boolean

  constructor(
    message: string,
    { isTemporary = false, cause }: { readonly isTemporary?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.isTemporary = isTemporary
  }
}

/**
 * A saved world can't be read: its data is damaged, or was written by another version or for another edition of its scenario. The
 * data stays untouched.
 */
export class UnreadableWorld extends StoreError {
  /** The id of the world. */
  readonly world: string
  /** The place and the problem. The message also has a remedy. */
  readonly reason: string

  constructor(world: string, reason: string, remedy: string, cause?: unknown) {
    super(`${reason} ${remedy}`, { cause })
    this.world = world
    this.reason = reason
  }
}

/** A change could not be saved and was rolled back. */
export class PersistenceError extends Defect {
  /** Whether the failure is temporary: the store may be available again soon. */
  readonly isTemporary: boolean

  constructor(message: string, isTemporary: boolean) {
    super(message)
    this.isTemporary = isTemporary
  }
}

const DETACHED = 'This process no longer holds the world, so the change was discarded.'

/** Returns a rejected promise for a change to a world that this process no longer holds. Callers may ignore it. */
export function rejectDetached(): Promise<never> {
  const refused = Promise.reject<never>(new PersistenceError(DETACHED, true))
  refused.catch(() => {})
  return refused
}

export function rollbackError(id: string, why: string, isTemporary: boolean): PersistenceError {
  return new PersistenceError(`Changes to the world ${id} could not be saved and were rolled back: ${why}`, isTemporary)
}

/** Whether an error is a failure to save or to read the store. */
function isPersistenceFailure(error: unknown): error is PersistenceError | StoreError {
  return error instanceof PersistenceError || error instanceof StoreError
}

/** Logs a defect, unless it is a failure of persistence: the persister logs these itself. */
export function logDefect(log: Log, where: string, error: unknown): void {
  if (!isPersistenceFailure(error)) log(`DEFECT of maildouble ${where}: ${stackOf(error)}`, 'defect')
}

/** The status of an answer that is not the service's own: 503 for temporary failures and unreadable worlds, otherwise 500. */
export function statusOfDefect(error: unknown): 500 | 503 {
  return error instanceof UnreadableWorld || (isPersistenceFailure(error) && error.isTemporary) ? 503 : 500
}
