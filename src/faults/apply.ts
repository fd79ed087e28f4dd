import type { Reply } from '../support/reply.ts'
import type { Millis } from '../support/time.ts'
import type { World } from '../world/world.ts'
import type { FaultyCall } from './call.ts'
import type { FaultRow } from './definition.ts'
import type { EffectRun } from './effects/effect.ts'
import { effectOf } from './effects/index.ts'
import { compiledFaultsIn, matchingFaults } from './select.ts'
import type { FaultTallies, FaultTally } from './tallies.ts'

/** A fault whose turn it is, what it does, and what was known of it before this call. */
export interface Due {
  readonly fault: FaultRow
  readonly blow: EffectRun
  readonly before: FaultTally
}

/** A fault that answers in place of the service, or breaks the connection. */
export interface DueInstead extends Due {
  readonly blow: Extract<EffectRun, { readonly kind: 'instead' }>
}

/** Whether a fault is such a one. */
export function isInstead(due: Due): due is DueInstead {
  return due.blow.kind === 'instead'
}

/** What faults do to one call. */
export interface AppliedFaults {
  /** Which faults had to do with it, for the journal. */
  readonly struck: readonly { readonly id: number; readonly effect: string }[]
  /** Whether the answer is the service's own no more. */
  readonly injected: boolean
  /** Whether the operation runs, but nothing that it writes is kept. */
  readonly dry: boolean
  /** What happens before the operation: waits, and answers in its place if a fault says so. */
  readonly before: () => Promise<Reply | undefined>
  /** What becomes of the answer once the operation has run. */
  readonly after: (reply: Reply) => Promise<Reply>
}

/** Faults at work on a call. */
export class FaultRun implements AppliedFaults {
  readonly struck: { id: number; effect: string }[]
  injected = false
  readonly dry: boolean
  readonly #due: readonly Due[]
  readonly #instead: DueInstead | undefined
  readonly #tallies: FaultTallies
  readonly #call: FaultyCall
  #isAnswered = false

  constructor(due: readonly Due[], instead: DueInstead | undefined, tallies: FaultTallies, call: FaultyCall) {
    this.#due = due
    this.#instead = instead
    this.#tallies = tallies
    this.#call = call
    this.struck = due.map(({ fault, blow }) => ({ id: fault.id, effect: blow.effect }))
    this.dry = instead?.fault.stage === 'before' && instead.blow.needsAnswer
  }

  async before(): Promise<Reply | undefined> {
    await this.#wait('before')
    const { fault, blow } = this.#instead ?? {}
    if (!blow || fault?.stage !== 'before' || blow.needsAnswer) return undefined
    this.#isAnswered = true
    this.injected = true
    return blow.make(undefined)
  }

  async after(reply: Reply): Promise<Reply> {
    // Bugs of ours, and calls whose world was put back meanwhile, are never dressed up.
    if (OURS.some((name) => Object.hasOwn(reply.headers, name))) return reply
    let answer = reply
    if (!this.#isAnswered) {
      answer = await this.#shaped(reply)
      if (this.#instead) {
        this.injected = true
        answer = await this.#instead.blow.make(answer)
      }
    }
    for (const { blow } of this.#due) if (blow.kind === 'sending') answer = blow.send(answer)
    await this.#wait('after')
    return answer
  }

  async #shaped(reply: Reply): Promise<Reply> {
    let answer = reply
    for (const { fault, blow, before } of this.#due) {
      if (blow.kind !== 'shape') continue
      const shaped = await blow.shape(answer)
      if (shaped === answer) this.#takeBack(fault, before)
      else this.injected = true
      answer = shaped
    }
    return answer
  }

  /** A fault that found nothing to change has not fired. */
  #takeBack(fault: FaultRow, before: FaultTally): void {
    this.#tallies.takeBack(fault, before, this.#call.origin.request_id)
    const place = this.struck.findIndex(({ id }) => id === fault.id)
    if (place >= 0) this.struck.splice(place, 1)
  }

  async #wait(stage: FaultRow['stage']): Promise<void> {
    let ms: Millis = 0
    for (const { fault, blow } of this.#due) if (blow.kind === 'wait' && fault.stage === stage) ms += blow.ms
    if (ms > 0) await this.#call.wait(ms)
  }
}

/** Headers of answers that are not the service's. */
const OURS = ['x-maildouble-defect', 'x-maildouble-dropped']

export type { FaultCall, FaultyCall } from './call.ts'

/** Whether a world has any faults. */
export function hasFaults(world: World): boolean {
  return compiledFaultsIn(world).faults.length > 0
}

/** Whether faults of a world look into bodies. */
export function wantsBody(world: World): boolean {
  return compiledFaultsIn(world).wantsBody
}

/** Counts a call for every fault that matches it, and says what is done to it; nothing for most. */
export function applyFaults(world: World, tallies: FaultTallies, call: FaultyCall): AppliedFaults | undefined {
  const { seed, clock } = world
  const { request_id } = call.origin
  const meetings = matchingFaults(compiledFaultsIn(world).faults, call, { seed, now: clock.now, tallies })
  const due: readonly Due[] = meetings
    .filter(({ isDue }) => isDue)
    .map((meeting) => ({ fault: meeting.fault, before: tallies.of(meeting.fault), blow: effectOf(meeting, call, seed) }))
  const instead = due.find(isInstead)
  const firing = due.filter(({ blow }) => hasItsWay(blow, instead?.blow))
  for (const { fault } of meetings) tallies.count({ fault, fires: firing.some((each) => each.fault === fault), request_id })
  return firing.length === 0 ? undefined : new FaultRun(firing, instead, tallies, call)
}

/** A call is answered in place of the service only once, and what changes an answer, or how it is sent, needs one. */
function hasItsWay(blow: EffectRun, instead: Extract<EffectRun, { readonly kind: 'instead' }> | undefined): boolean {
  switch (blow.kind) {
    case 'wait':
      return true
    case 'instead':
      return blow === instead
    case 'shape':
      return !instead || instead.needsAnswer
    case 'sending':
      return !instead?.breaks
  }
}
