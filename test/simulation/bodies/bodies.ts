import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'

/** The bodies of a walk, by operation; some are invalid. */
export type Bodies = { readonly [operationId: string]: (dice: Dice, tx: Tx) => unknown }
