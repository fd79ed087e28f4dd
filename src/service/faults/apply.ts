import type { Reply } from '../../kernel/support/reply.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { FaultyCall, FaultCall } from './match.ts'
import { type FaultRow, faults } from '../model/faults/fault.ts'
import type { BatchEffect, Effect, TryTrigger } from './effects/effect.ts'
import { applyEffect, BATCH_EFFECTS, applyBatchEffect } from './effects/index.ts'
import { compiledFaultsIn, matchingFaults, compiledFaultsAmong } from './select.ts'
import type { FaultTallies, FaultTally, MatchedCall } from './tallies.ts'
import { emit } from '../rules/resource-events.ts'

/** A fault that is selected for a call, its effect, and its tally before this call. */
export interface DueFault {
  readonly fault: FaultRow
  readonly effect: Effect
  readonly before: FaultTally
}

/** A fault that answers in place of the service, or breaks the connection. */
export interface DueReplacement extends DueFault {
  readonly effect: Extract<Effect, { readonly acts: 'replace' }>
}

/** Whether a fault answers in place of the service, or breaks the connection. */
function isReplacement(due: DueFault): due is DueReplacement {
  return due.effect.acts === 'replace'
}

export interface AppliedFaults {
  /** The faults that had an effect, for the journal. */
  readonly applied: readonly { readonly id: number; readonly effect: string }[]
  /** Whether a fault changed or replaced the service's own answer. */
  readonly injected: boolean
  /** Whether the operation runs and its writes are discarded. */
  readonly dry: boolean
  /** How far the read lags behind the time of the world. */
  readonly lag: Millis
  /** Runs the operation in its transaction, with the faults that act there. */
  readonly within: <Result>(tx: Tx, run: () => Result, tryTrigger: TryTrigger) => Result
  /** Runs before the operation: waits, and returns an answer if a fault replaces the operation. */
  readonly before: () => Promise<Reply | undefined>
  /**
   * Runs after the operation: returns the answer as the faults change it. `translate` translates an answer to the words of the deployment, before
   * a fault cuts it.
   */
  readonly after: (reply: Reply, translate?: (reply: Reply) => Reply) => Promise<Reply>
}

/** The faults of one call while it runs. */
class FaultRun implements AppliedFaults {
  readonly applied: { id: number; effect: string }[]
  injected = false
  readonly dry: boolean
  readonly #due: readonly DueFault[]
  readonly #instead: DueReplacement | undefined
  readonly #tallies: FaultTallies
  readonly #call: FaultyCall
  readonly lag: Millis
  #isAnswered = false
  /** The faults that have acted in the transaction. */
  readonly #acted = new Set<DueFault>()

  constructor(due: readonly DueFault[], instead: DueReplacement | undefined, tallies: FaultTallies, call: FaultyCall) {
    this.#due = due
    this.#instead = instead
    this.#tallies = tallies
    this.#call = call
    this.lag = Math.max(0, ...due.map(({ effect }) => (effect.acts === 'lag' ? effect.ms : 0)))
    this.applied = due.map(({ fault, effect }) => ({ id: fault.id, effect: effect.name }))
    this.dry = instead?.fault.stage === 'before' && instead.effect.needsAnswer
  }

  async before(): Promise<Reply | undefined> {
    await this.#wait('before')
    const { fault, effect } = this.#instead ?? {}
    if (!effect || fault?.stage !== 'before' || effect.needsAnswer) return undefined
    this.#isAnswered = true
    this.injected = true
    return effect.make(undefined)
  }

  within<Result>(tx: Tx, run: () => Result, tryTrigger: TryTrigger): Result {
    // The transaction may run again.
    this.#acted.clear()
    // The oldest fault is the outermost.
    const runAll = this.#due.reduceRight<() => Result>((inner, due) => {
      const { effect } = due
      if (effect.acts !== 'within') return inner
      return () => effect.around(tx, inner, { tryTrigger, noteActed: () => this.#acted.add(due) })
    }, run)
    return runAll()
  }

  async after(reply: Reply, translate: (reply: Reply) => Reply = (same) => same): Promise<Reply> {
    // Faults never hide defects, or answers about a reset of the world.
    if (isOwnAnswer(reply)) return reply
    let answer = reply
    if (!this.#isAnswered) {
      this.#settleWithin()
      answer = await this.#transformed(reply)
      if (this.#instead) {
        this.injected = true
        answer = await this.#instead.effect.make(translate(answer))
      }
    }
    for (const { effect } of this.#due) if (effect.acts === 'send') answer = effect.send(answer)
    await this.#wait('after')
    return answer
  }

  /** A fault that found nothing to act on in the transaction has not fired, nor has one of a call that was refused before. */
  #settleWithin(): void {
    for (const due of this.#due) {
      const { effect, fault, before } = due
      if (effect.acts !== 'within') continue
      if (!this.#acted.has(due)) this.#undoFiring(fault, before)
      else if (effect.changesAnswer) this.injected = true
    }
  }

  async #transformed(reply: Reply): Promise<Reply> {
    let answer = reply
    for (const { fault, effect, before } of this.#due) {
      if (effect.acts !== 'transform') continue
      const transformed = await effect.transform(answer)
      if (transformed === answer) this.#undoFiring(fault, before)
      else this.injected = true
      answer = transformed
    }
    return answer
  }

  /** A fault that found nothing to change has not fired. */
  #undoFiring(fault: FaultRow, before: FaultTally): void {
    this.#tallies.undoFiring(fault, before, this.#call.origin.request_id)
    const place = this.applied.findIndex(({ id }) => id === fault.id)
    if (place >= 0) this.applied.splice(place, 1)
  }

  async #wait(stage: FaultRow['stage']): Promise<void> {
    let ms: Millis = 0
    for (const { fault, effect } of this.#due) {
      if (fault.stage !== stage) continue
      if (effect.acts === 'wait') ms += effect.ms
      if (effect.acts === 'replace') ms += effect.after ?? 0
    }
    if (ms > 0) await this.#call.wait(ms)
  }
}

/** Whether an answer is maildouble's own, which no client takes for an answer of the service. */
export function isOwnAnswer({ headers }: Pick<Reply, 'headers'>): boolean {
  return Object.hasOwn(headers, 'x-maildouble-defect') || Object.hasOwn(headers, 'x-maildouble-dropped')
}

export function hasFaults(world: WorldState): boolean {
  return compiledFaultsIn(world).faults.length > 0
}

/** Whether faults of a world match by the body. */
export function wantsBody(world: WorldState): boolean {
  return compiledFaultsIn(world).wantsBody
}

export function runsTriggers(world: WorldState): boolean {
  return compiledFaultsIn(world).runsTriggers
}

/** Counts a call for every matching fault. Returns the effects on the call, or `undefined` if there are none. */
export function applyFaults(world: WorldState, tallies: FaultTallies, call: FaultyCall): AppliedFaults | undefined {
  const { seed, clock } = world
  const { request_id } = call.origin
  const matches = matchingFaults(compiledFaultsIn(world).faults, call, { seed, now: clock.now, tallies })
  const due: readonly DueFault[] = matches
    .filter(({ isDue }) => isDue)
    .map((match) => ({ fault: match.fault, before: tallies.of(match.fault), effect: applyEffect(match, call, seed) }))
  const instead = due.find(isReplacement)
  const firing = due.filter(({ effect }) => takesEffect(effect, instead?.effect, call.method === 'GET'))
  for (const { fault } of matches) tallies.count({ fault, fires: firing.some((each) => each.fault === fault), request_id })
  return firing.length === 0 ? undefined : new FaultRun(firing, instead, tallies, call)
}

/** Only one fault can replace the answer of a call. Faults that change an answer, or how it is sent, need an answer. */
function takesEffect(
  effect: Effect,
  instead: Extract<Effect, { readonly acts: 'replace' }> | undefined,
  isRead: boolean,
): boolean {
  switch (effect.acts) {
    case 'wait':
      return true
    case 'lag':
      return isRead && (!instead || instead.needsAnswer)
    case 'within':
    case 'transform':
      return !instead || instead.needsAnswer
    case 'replace':
      return effect === instead
    case 'send':
      return !instead?.breaks
  }
}

declare module '../../kernel/world/world.ts' {
  interface Sidecar {
    readonly faults: FaultTallies
  }
}

declare module '../rules/resource-events.ts' {
  interface ResourceEvents {
    /** An operation of a batch matched faults. The faults count it after the commit. */
    'faults.matched': { readonly matched: readonly MatchedCall[] }
  }
}

/** The effect of a fault on an operation of a batch, and whether the operation runs before the answer of the fault. */
export type BatchFault = BatchEffect & {
  readonly stage: FaultRow['stage']
  /** Counts the operation for all faults that match it; `fires` says whether the effect had something to act on. */
  readonly count: (fires: boolean) => void
}

/** Whether faults can affect operations of batches. */
export function hasBatchFaults(tx: ReadTx): boolean {
  return tx.sidecar !== undefined && tx.range(faults.key).count > 0
}

/** Applies the faults of a world to an operation of a batch. It has no connection to break, so only some effects apply. */
export function applyFaultsInBatch(tx: Tx, call: FaultCall): BatchFault | undefined {
  if (!tx.sidecar) return undefined
  const { seed } = tx.world
  const able = tx
    .range(faults.key)
    .all()
    .filter(({ effect }) => BATCH_EFFECTS.some((name) => effect[name] !== undefined))
  const matches = matchingFaults(compiledFaultsAmong(able), call, { seed, now: tx.nowMs, tallies: tx.sidecar.faults })
  if (matches.length === 0) return undefined
  const first = matches.find(({ isDue }) => isDue)
  const { request_id } = call.origin
  const count = (fires: boolean): void => {
    const matched = matches.map((match) => ({ fault: match.fault, fires: fires && match === first, request_id }))
    emit(tx, 'faults.matched', { matched })
  }
  if (first) return { stage: first.fault.stage, ...applyBatchEffect(first, call, seed), count }
  count(false)
  return undefined
}
