import { Defect } from '../world/errors.ts'
import type { Cell } from './cell.ts'
import { Unkept } from './unkept.ts'

/** So often something is done again because other processes were faster. */
const TRIES_MAX = 1_000

/**
 * Runs what looks at a world or changes it, and resolves once what it saw is kept. Where another process had changed the world, it runs
 * again on what stands there now.
 */
export async function settled<Result>(cell: Pick<Cell, 'kept'>, run: () => Result | Promise<Result>): Promise<Result> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    try {
      const result = await run()
      if ((await cell.kept()) ?? true) return result
    } catch (error) {
      // A refusal counts only if what it is based on does.
      if (error instanceof Unkept || ((await cell.kept()) ?? true)) throw error
    }
  }
  throw new Defect(`Other processes changed this world ${TRIES_MAX} times while one thing was to be done in it.`)
}
