import { refusingAddresses } from '../../rules/members/address.ts'
import type { EffectKind } from './effect.ts'

/** Refuses the addresses that a call adds or changes. */
export const address: EffectKind<'address'> = {
  additions: {},
  *check() {},
  onCall: (refusal) => ({
    acts: 'within',
    name: 'address',
    changesAnswer: true,
    around: (tx, run, { noteActed }) => refusingAddresses(tx, { refusal, noteActed }, run),
  }),
  inBatch: (refusal) => ({
    around: (tx, run, { noteActed }) => refusingAddresses(tx, { refusal, noteActed }, run),
  }),
}
