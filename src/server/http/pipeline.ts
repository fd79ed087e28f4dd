import { Defect, NeedsLoad } from '../../kernel/world/errors.ts'

/** A step of a request pipeline. It either answers the call, throws to refuse it, or returns `undefined` to pass it on. */
export type PipelineStep<Call, Answer> = (call: Call) => Answer | undefined | Promise<Answer | undefined>

/** The members of a call that a pipeline uses. */
export interface PipelineCall {
  /** Called after a step has waited. Returns a promise if the call has to wait longer. */
  readonly checkpoint: () => Promise<unknown> | undefined
  /** Called when a step needs a module that is not loaded. Continues with the step once it is. */
  readonly whenLoaded: <Answer>(error: NeedsLoad, proceed: () => Answer | Promise<Answer>) => Promise<Answer>
}

/**
 * Chains steps. A call is answered synchronously if no step waits. A step must not change the world after it has waited: other calls are served
 * meanwhile, and only the start of the next step is in the log.
 *
 * @example
 * const answer = pipeline<RequestContext, Reply>([findOperation, authenticate, execute])
 */
export function pipeline<Call extends PipelineCall, Answer>(
  steps: readonly PipelineStep<Call, Answer>[],
): (call: Call) => Answer | Promise<Answer> {
  return (call) => runFrom(steps, 0, call)
}

function runFrom<Call extends PipelineCall, Answer>(
  steps: readonly PipelineStep<Call, Answer>[],
  first: number,
  call: Call,
): Answer | Promise<Answer> {
  let at = first
  try {
    for (; at < steps.length; at++) {
      const answer = steps[at]?.(call)
      if (answer instanceof Promise) return continueAfter(answer, steps, at + 1, call)
      if (answer !== undefined) return answer
    }
  } catch (error) {
    if (!(error instanceof NeedsLoad)) throw error
    return call.whenLoaded(error, () => runFrom(steps, at, call))
  }
  throw new Defect('No step of the pipeline answered the call.')
}

async function continueAfter<Call extends PipelineCall, Answer>(
  waiting: Promise<Answer | undefined>,
  steps: readonly PipelineStep<Call, Answer>[],
  next: number,
  call: Call,
): Promise<Answer> {
  const answer = await waiting
  if (answer !== undefined) return answer
  const turn = call.checkpoint()
  if (turn) await turn
  return runFrom(steps, next, call)
}
