import { Defect } from '../world/errors.ts'

/** Maximum number of attempts while other processes keep winning. */
const ATTEMPTS_MAX = 1_000

/** What is known about the saving of a world, see `WorldHandle.persisted`. */
interface SavedWorld {
  readonly persisted: () => Promise<boolean> | undefined
}

/**
 * Runs synchronous work on a persistent world and resolves once everything it read and wrote is saved. If another process changed the world
 * first, the work was rolled back and runs again on the new version. An error it throws is held back until the state it is based on is saved.
 */
export function commitWork<Result>(
  handle: SavedWorld,
  work: () => Result | Promise<Result>,
  attempts = 1,
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
    if (isPersisted) return end()
    if (attempts < ATTEMPTS_MAX) return commitWork(handle, work, attempts + 1)
    throw new Defect(`Gave up after ${ATTEMPTS_MAX} write conflicts: other processes keep changing this world.`)
  })
}
