import { Defect } from '../world/errors.ts'
import type { WorldHandle } from './world-handle.ts'

/** Maximum number of attempts while other processes keep winning. */
const ATTEMPTS_MAX = 1_000

/** Another process changed the world first, so the change was rolled back and has to be retried. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict'
}

/**
 * Runs synchronous work and resolves once everything it read and wrote is saved. An error it throws is held back until then as well, since
 * it may be based on unsaved state. Rejects with a `WriteConflict` if another process changed the world first. Work that returns a promise
 * has to take care of this itself.
 */
export function attemptDurably<Result>(
  handle: Pick<WorldHandle, 'persisted'>,
  work: () => Result | Promise<Result>,
): Result | Promise<Result> {
  let end: () => Result
  try {
    const result = work()
    if (result instanceof Promise) return result
    end = () => result
  } catch (error) {
    end = () => {
      throw error
    }
  }
  // Called synchronously: a moment later the handle may hold a newer version.
  const persisted = handle.persisted()
  if (!persisted) return end()
  return persisted.then((isPersisted) => {
    if (!isPersisted) throw new WriteConflict()
    return end()
  })
}

/** Runs work durably, and retries it on the new version after each write conflict. */
export async function durably<Result>(
  handle: Pick<WorldHandle, 'persisted'>,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  return retryOnConflict(() => attemptDurably(handle, work))
}

/** Retries an attempt for as long as it fails with a `WriteConflict`. */
export async function retryOnConflict<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
    }
  }
  throw new Defect(`Gave up after ${ATTEMPTS_MAX} write conflicts: other processes keep changing this world.`)
}
