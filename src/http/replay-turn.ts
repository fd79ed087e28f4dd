import type { Scheduler } from '../runtime/scheduler.ts'
import type { AttemptOutcome } from '../resources/deliveries/attempt.ts'
import type { NeedsLoad } from '../world/errors.ts'
import type { RequestContext } from './context.ts'

/** Whose turn it is: a call as far as the steps of its world know it. */
type Waiting = Pick<RequestContext, 'handle' | 'step'>

/** Who says what time it is in a world. */
type Clockwork = Pick<Scheduler, 'sync'>

/** Whether a call has to wait for its turn somewhere: only in a replay. */
export function isHeld({ handle, step }: Waiting): boolean {
  return handle.log.steps.turns?.isHeld(step) ?? false
}

/**
 * A call goes on after something that it had to wait for, which is written down. Only in a replay it has to wait again, for its turn.
 * What it found out from outside meanwhile is told the first time, and comes back in a replay.
 */
export function resume({ handle, step }: Waiting, found?: AttemptOutcome): Promise<AttemptOutcome | undefined> | undefined {
  return handle.log.steps.resume(step, found)
}

/** The same after a wait in which time may have passed. */
export function resumeAt(
  pacer: Clockwork,
  call: Waiting,
  found?: AttemptOutcome,
): Promise<AttemptOutcome | undefined> | undefined {
  pacer.sync(call.handle)
  return resume(call, found)
}

/** What a call was about to do had to wait for something to be loaded: it goes on when that is there, and not before. */
export async function resumeAfterLoad(pacer: Clockwork, { handle, step }: Waiting, { ready }: NeedsLoad): Promise<void> {
  const { steps } = handle.log
  steps.takeBack(step)
  await ready
  pacer.sync(handle)
  steps.resumeAgain(step)
}
