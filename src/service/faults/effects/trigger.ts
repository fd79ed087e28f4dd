import { runTrigger } from '../../triggers/index.ts'
import { refusalIn } from '../../triggers/react.ts'
import type { EffectKind, EffectValue, WithinEffect } from './effect.ts'

/** Runs a trigger right after the operation: what other people do between two calls. */
export const trigger: EffectKind<'trigger'> = {
  additions: {},
  *check() {},
  onCall: (body) => ({ acts: 'within', name: 'trigger', changesAnswer: false, around: aroundWith(body) }),
  inBatch: (body) => ({ around: aroundWith(body) }),
}

/** A trigger that is refused changes nothing, and the fault has not fired. */
function aroundWith(body: EffectValue<'trigger'>): WithinEffect['around'] {
  return (tx, run) => {
    const result = run()
    try {
      tx.attempt(() => runTrigger(tx, body))
      return { result, acted: true }
    } catch (error) {
      // Throws whatever is no refusal.
      refusalIn(error)
      return { result, acted: false }
    }
  }
}
