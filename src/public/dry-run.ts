import type { WorldHandle } from '../runtime/world-handle.ts'
import { rules } from '../runtime/rules.ts'
import { NeedsLoad } from '../world/errors.ts'
import { transact, type Cause, type Tx } from '../world/tx.ts'

/** Runs a function in a transaction of a world and discards everything but its result. */
export async function dryRun<Result>(handle: WorldHandle, work: (tx: Tx) => Result, cause: Cause): Promise<Result> {
  for (;;) {
    try {
      return transact(handle.world, rules, work, { cause }).result
    } catch (error) {
      if (!(error instanceof NeedsLoad)) throw error
      await error.ready
    }
  }
}
