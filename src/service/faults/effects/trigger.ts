import type { EffectKind, EffectValue, WithinEffect } from './effect.ts'

/** Runs a trigger right after the operation: what other people do between two calls. */
export const trigger: EffectKind<'trigger'> = {
  additions: {},
  *check() {},
  onCall: (body) => ({ acts: 'within', name: 'trigger', changesAnswer: false, around: aroundWith(body) }),
  inBatch: (body) => ({ around: aroundWith(body) }),
}

/** If the call or the trigger is refused, the fault has not fired. */
function aroundWith(body: EffectValue<'trigger'>): WithinEffect['around'] {
  return (tx, run, { tryTrigger, noteActed }) => {
    const result = run()
    if (tryTrigger(tx, body)) noteActed()
    return result
  }
}
