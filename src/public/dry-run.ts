import type { Cell } from '../runtime/worlds.ts'
import { rules } from '../runtime/rules.ts'
import { Later } from '../world/errors.ts'
import { transact, type Cause, type Tx } from '../world/tx.ts'

/** Runs a function in a transaction of a world, and keeps nothing but its answer. */
export async function dryRun<Result>(cell: Cell, work: (tx: Tx) => Result, cause: Cause): Promise<Result> {
  for (;;) {
    try {
      return transact(cell.world, rules, work, { cause }).result
    } catch (error) {
      if (!(error instanceof Later)) throw error
      await error.ready
    }
  }
}
