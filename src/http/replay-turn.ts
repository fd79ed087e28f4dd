import type { Scheduler } from '../runtime/scheduler.ts'
import type { AttemptOutcome } from '../resources/deliveries/attempt.ts'
import type { NeedsLoad } from '../world/errors.ts'
import type { RequestContext } from './context.ts'

/** A call as the recording of its world knows it. */
type RecordedCall = Pick<RequestContext, 'handle' | 'step'>

/** The part of the scheduler that brings a world up to date. */
type SchedulerClock = Pick<Scheduler, 'sync'>

/** Whether a call has to wait for its turn, which it does only in a replay. */
export function mustWaitForTurn({ handle, step }: RecordedCall): boolean {
  return handle.log.recording.replayGate?.hasTurn(step) ?? false
}

/**
 * Records that a call continues after a wait, with the outcome of its outgoing request if it made one. In a replay, returns a promise that
 * resolves to the recorded outcome when it is the call's turn; otherwise returns `undefined`.
 */
export function resume({ handle, step }: RecordedCall, found?: AttemptOutcome): Promise<AttemptOutcome | undefined> | undefined {
  return handle.log.recording.resume(step, found)
}

/** Like `resume`, after a wait in which time may have passed. */
export function resumeAt(
  scheduler: SchedulerClock,
  call: RecordedCall,
  found?: AttemptOutcome,
): Promise<AttemptOutcome | undefined> | undefined {
  scheduler.sync(call.handle)
  return resume(call, found)
}

/** Waits until a module is loaded, and records that the call continues after that instead of before. */
export async function resumeAfterLoad(
  scheduler: SchedulerClock,
  { handle, step }: RecordedCall,
  { ready }: NeedsLoad,
): Promise<void> {
  const { recording } = handle.log
  recording.undoResume(step)
  await ready
  scheduler.sync(handle)
  recording.redoResume(step)
}
