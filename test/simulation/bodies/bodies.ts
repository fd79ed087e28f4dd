import type { Tx } from '../../../src/world/tx.ts'
import type { Dice } from '../dice.ts'

/** What a walk sends, by operation; some of it is wrong. */
export type Bodies = { readonly [operationId: string]: (dice: Dice, tx: Tx) => unknown }
