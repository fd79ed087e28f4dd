import { Defect } from '../world/errors.ts'
import type { WorldHandle } from './world-handle.ts'

/** So often something is done again because other processes were faster. */
const TRIES_MAX = 1_000

/** What was done had to give way to what another process did first, and is to be done again. */
export class WriteConflict extends Error {
  override readonly name = 'Superseded'
}

/**
 * Does something in one go, and resolves once what it saw and did is kept; a refusal counts only then as well. Where another process was
 * first, it fails with `Superseded`. What comes of it by and by sees to that itself.
 */
export function attemptDurably<Result>(
  handle: Pick<WorldHandle, 'persisted'>,
  act: () => Result | Promise<Result>,
): Result | Promise<Result> {
  let end: () => Result
  try {
    const result = act()
    if (result instanceof Promise) return result
    end = () => result
  } catch (error) {
    end = () => {
      throw error
    }
  }
  // Asked for at once: a moment later something else may stand there, and be kept.
  const kept = handle.persisted()
  if (!kept) return end()
  return kept.then((isKept) => {
    if (!isKept) throw new WriteConflict()
    return end()
  })
}

/** Does something, and again on what stands there then, for as long as other processes are first. */
export async function durably<Result>(
  handle: Pick<WorldHandle, 'persisted'>,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  return retryOnConflict(() => attemptDurably(handle, act))
}

/** Tries something again for as long as it fails because other processes were first. */
export async function retryOnConflict<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
    }
  }
  throw new Defect(`Other processes changed this world ${TRIES_MAX} times while one thing was to be done in it.`)
}
