import { hasFaults } from '../../service/faults/apply.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import type { RequestContext } from './context.ts'
import { injectFaultsAfter } from './inject-faults.ts'
import { onDisconnect, orDisconnected } from './waits.ts'
import { send } from './wire/send.ts'

export type ReplyOrPromise = Reply | Promise<Reply>

/** The functions by which a part of the server answers its calls. */
export interface AnswerOptions {
  /** Processes a call. */
  readonly run: (context: RequestContext) => ReplyOrPromise
  readonly refuse: (error: unknown, context: RequestContext) => Reply
  /** Translates an answer to the words of the deployment. */
  readonly translate?: (reply: Reply, context: RequestContext) => Reply
}

/** Answers a call: processes it, applies faults to the reply, adds it to the log and sends it. */
export function answerCall(context: RequestContext, options: AnswerOptions): Response | Promise<Response> {
  const response = process(context, options)
  if (!(response instanceof Promise)) return response
  const { call, handle } = context
  // A client in process can disconnect only while its call waits.
  if (!call.hono.env?.outgoing) onDisconnect(call, context.release)
  return hasFaults(handle.world) ? orDisconnected(call, response) : response
}

function process(context: RequestContext, options: AnswerOptions): Response | Promise<Response> {
  try {
    const reply = options.run(context)
    if (!(reply instanceof Promise)) return endCall(context, reply, options)
    return reply.then(
      (late) => endCall(context, late, options),
      (error: unknown) => refuse(context, error, options),
    )
  } catch (error) {
    return refuse(context, error, options)
  }
}

/** Answers with an error once the current state of the world is saved, since the error may depend on unsaved changes. */
function refuse(context: RequestContext, error: unknown, options: AnswerOptions): Response | Promise<Response> {
  const reply = (reason: unknown): Response | Promise<Response> => endCall(context, options.refuse(reason, context), options)
  const persisted = context.handle.persisted()
  return persisted ? persisted.then(() => reply(error), reply) : reply(error)
}

function endCall(context: RequestContext, reply: Reply, options: AnswerOptions): Response | Promise<Response> {
  const finish = () => (context.faults ? endWithFaults(context, reply, options) : sendReply(context, reply, options))
  // The journal has the body, whether the operation read it or not.
  return context.drainBody()?.then(finish) ?? finish()
}

/** Applies faults to the reply. A delayed call keeps its slot until it has been answered. */
async function endWithFaults(context: RequestContext, reply: Reply, options: AnswerOptions): Promise<Response> {
  try {
    const changed = await injectFaultsAfter(context, reply, (each) => options.translate?.(each, context) ?? each)
    // Faults without an effect may have changed their tallies.
    await context.handle.persisted()
    return await sendReply(context, changed, options)
  } catch (error) {
    context.release()
    throw error
  }
}

function sendReply(context: RequestContext, given: Reply, { translate }: AnswerOptions): Response | Promise<Response> {
  const { call, handle, logged, read, release, parts } = context
  const reply = translate ? translate(given, context) : given
  context.complete(reply)
  const took = logged.real_at + (logged.duration_ms ?? 0) - call.arrivedAt
  const { contract, route } = read
  parts.metrics.requests.note({ contract, route, method: call.method, status: logged.status }, took)
  return send(reply, call, handle, release)
}
