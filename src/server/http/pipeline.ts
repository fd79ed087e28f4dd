/** The answer of a step that ends the pipeline. */
export class Answered<Answer> {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/**
 * A step of a pipeline. It gets the context of the call and the result of the previous step. It returns what the next step gets, returns an answer,
 * or throws to refuse the call.
 */
export type PipelineStep<Context, In, Out, Answer> = (
  context: Context,
  call: In,
) => Out | Answered<Answer> | Promise<Out | Answered<Answer>>

/** The members of a context that a pipeline uses. */
export interface PipelineContext {
  /** Called after a step has waited. Returns a promise if the call has to wait longer. */
  readonly checkpoint: () => Promise<unknown> | undefined
}

/** A pipeline from one of its steps to the answer. */
export type Processing<Context, In, Answer> = (context: Context, call: In) => Answer | Promise<Answer>

/** The beginning of a pipeline: its steps so far, of which the last one makes a `Current`. */
class Pipeline<Context extends PipelineContext, Start, Current, Answer> {
  readonly #followedBy: (rest: Processing<Context, Current, Answer>) => Processing<Context, Start, Answer>

  constructor(followedBy: (rest: Processing<Context, Current, Answer>) => Processing<Context, Start, Answer>) {
    this.#followedBy = followedBy
  }

  /** Adds a step. */
  step<Next>(step: PipelineStep<Context, Current, Next, Answer>): Pipeline<Context, Start, Next, Answer> {
    return new Pipeline((rest) => this.#followedBy(chained(step, rest)))
  }

  /** Adds the last step, which answers each call that reaches it. Returns the whole pipeline. */
  answer(step: Processing<Context, Current, Answer>): Processing<Context, Start, Answer> {
    return this.#followedBy(step)
  }
}

/**
 * Starts a pipeline. A call is answered synchronously if no step waits. A step must not change the world after it has waited: other calls are served
 * meanwhile, and only the start of the next step is in the log.
 *
 * @example
 * const process = pipeline<RequestContext, Reply>().step(findOperation).step(authenticate).answer(execute)
 */
export function pipeline<Context extends PipelineContext, Answer, Start = undefined>(): Pipeline<Context, Start, Start, Answer> {
  return new Pipeline((rest) => rest)
}

/** A step, followed by the rest of the pipeline. */
function chained<Context extends PipelineContext, In, Out, Answer>(
  step: PipelineStep<Context, In, Out, Answer>,
  rest: Processing<Context, Out, Answer>,
): Processing<Context, In, Answer> {
  return (context, call) => {
    const result = step(context, call)
    if (result instanceof Promise) return continueAfter(result, context, rest)
    return result instanceof Answered ? result.answer : rest(context, result)
  }
}

async function continueAfter<Context extends PipelineContext, Out, Answer>(
  waiting: Promise<Out | Answered<Answer>>,
  context: Context,
  rest: Processing<Context, Out, Answer>,
): Promise<Answer> {
  const result = await waiting
  if (result instanceof Answered) return result.answer
  const turn = context.checkpoint()
  if (turn) await turn
  return rest(context, result)
}
