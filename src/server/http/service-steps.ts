import { checkBody, checksOf } from '../../service/calls/checks.ts'
import { decodeBody, performCall } from '../../service/calls/call.ts'
import { tryTrigger } from '../../service/calls/other-people.ts'
import { methodNotAllowed, pathOf } from '../../service/calls/find.ts'
import { parseSearch } from '../../service/calls/query.ts'
import { allowed, existingIn } from '../../kernel/contract/router.ts'
import { errorCatalogue, type ErrorWord } from '../../kernel/contract/service.ts'
import type { Attempt } from '../../service/resources/deliveries/attempt.ts'
import { feedRequest, pageRequest, urlCheckRequest } from '../../service/resources/deliveries/webhook-request.ts'
import { errors } from '../../service/resources/answers/errors.ts'
import type { Outbound } from '../../service/resources/requests/operation.ts'
import { needsOutbound, prepare } from '../../service/resources/index.ts'
import { serviceMs } from '../../kernel/contract/settings.ts'
import type { Call } from '../log/call.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { yieldToEventLoop } from '../../kernel/support/time.ts'
import { continueTrace, NO_TRACE, type TraceContext } from '../../kernel/support/traceparent.ts'
import { ApiError, Defect } from '../../kernel/world/errors.ts'
import { peek, type Tx } from '../../kernel/world/tx.ts'
import { authenticateCall } from './auth.ts'
import { bodyTextOrThrow } from './body.ts'
import { bodyTextOf, type RequestContext } from './context.ts'
import { injectFaultsBefore } from './inject-faults.ts'
import { largeAnswers } from './large-answers.ts'
import { onDisconnect } from './on-disconnect.ts'
import { waitInWorld } from './pause.ts'
import type { PipelineStep } from './pipeline.ts'
import { effectiveMethodOf, headerOf, METHOD_OVERRIDE, type HttpCall } from './request.ts'
import { emptyReply, problemReply, successReply } from './response.ts'

type ServiceStep = PipelineStep<RequestContext, Reply>

/** Answers with the error requested by the header `X-Trigger-Error`. */
export const triggerError: ServiceStep = ({ call, origin, logged, words }) => {
  const wanted = headerOf(call, words.header(TRIGGER_ERROR))
  if (wanted === undefined || !isErrorWord(wanted)) return undefined
  logged.injected = true
  return problemReply(wanted, { detail: 'Answered because the request asked for it by X-Trigger-Error.' }, origin)
}

const TRIGGER_ERROR = 'x-trigger-error'

function isErrorWord(text: string): text is ErrorWord {
  return Object.hasOwn(errorCatalogue, text)
}

/** Finds the operation by path and method; the method may be overridden by `X-HTTP-Method-Override`. */
export const findOperation: ServiceStep = (context) => {
  const { call, origin, logged, words } = context
  const method = effectiveMethodOf(call, words.header(METHOD_OVERRIDE))
  const path = pathOf(context.below)
  const deployed = words.find(path)
  const found = deployed?.match
  context.path = deployed?.path ?? path
  if (!found)
    throw errors.notFound(
      `nothing is served at ${path.slice(0, 200)}; maildouble does not have this resource, or the path is misspelled`,
    )
  const item = existingIn(found.item, context.handle.world.settings)
  if (method === 'OPTIONS') return emptyReply(204, origin, { allow: allowed(item) })
  // Hono removes the body of an answer to HEAD.
  const route = item[method === 'HEAD' ? 'GET' : method]
  if (!route) {
    // The contract lists 405 for an operation that a setting has switched off, so the log names the operation.
    logged.operation = found.item[method]?.id
    throw methodNotAllowed(method, item)
  }
  context.found = { route, path: found.path }
  logged.operation = route.id
  if (call.search === '') return undefined
  context.query = words.queryOf(route, parseSearch(call.search))
  return undefined
}

/** Determines the caller by the key of the call. */
export const authenticate: ServiceStep = (context) => {
  context.caller = authenticateCall(context)
  return undefined
}

/** Refuses the call if the account has too many calls in flight. Only calls that take time are in flight together. */
export const limitConcurrency: ServiceStep = (context) => {
  context.release = acquireSlot(context.handle, context.call)
  return undefined
}

/** Reads the body, if the operation has one. */
export const readBody: ServiceStep = (context) => {
  if (context.operation.route.body === 'none') return undefined
  return bodyTextOf(context).then(() => undefined)
}

/** Waits for the time that the setting `service_time` says. */
export const takeServiceTime: ServiceStep = ({ handle }) => {
  const { service_time } = handle.world.settings
  return service_time === 0 ? undefined : waitInWorld(handle, serviceMs(service_time)).then(() => undefined)
}

/** Applies the faults that act before the operation runs. */
export const injectFaults: ServiceStep = (context) => injectFaultsBefore(context, context.path)

/** Waits as long as the gate holds the call. */
export const hold: ServiceStep = ({ parts, logged }) => parts.gate.hold(logged)

/** Bodies with more characters take milliseconds to parse. */
const LARGE_BODY = 262_144

/** Parses the body and checks it against the contract. */
export const checkRequest: ServiceStep = (context) => {
  const { route } = context.operation
  const checks = checksOf(route.resource)
  if (route.body === 'none') return undefined
  const { text = '', handle } = context
  const parse = (): void => {
    context.body = decodeBody(context.words, route, bodyTextOrThrow(text, handle.world.settings.body_limit))
  }
  const check = (): void => checkBody(route, checks, context.body, handle.world.settings)
  if (typeof text === 'string' && text.length > LARGE_BODY) return inTurns(parse, check)
  parse()
  check()
  return undefined
}

/** Runs parts of work one by one, and lets other calls run in between. */
async function inTurns(...parts: readonly (() => void)[]): Promise<undefined> {
  for (const part of parts) {
    part()
    await yieldToEventLoop()
  }
}

/** Makes the outgoing request that the operation needs, if any. */
export const preflight: ServiceStep = (context) => (needsOutbound(context.operation.route.id) ? askOutside(context) : undefined)

/** Runs the operation in a transaction. Its answer is checked against the contract before the commit. */
export const executeOperation: ServiceStep = (context) => {
  const { operation, query, body, authenticated: caller, prepared, origin, appliedFaults } = context
  const { route } = operation
  const perform = (tx: Tx): Reply => {
    const { status, answer, select } = performCall(tx, { ...operation, query, body, caller, prepared })
    if (tx.hasWritten && route.method === 'GET' && !route.writes) throw new Defect(`${route.id} wrote although it is a GET.`)
    return successReply(route, status, origin, answer, select)
  }
  return context.run((tx) => (appliedFaults ? appliedFaults.within(tx, () => perform(tx), tryTrigger) : perform(tx)))
}

/** Makes the outgoing requests that a call needs before its transaction, if any. */
function askOutside(context: RequestContext): Promise<undefined> | undefined {
  const { handle, body, operation } = context
  const { route, path } = operation
  return peek(handle.world, (tx) => prepare(route.id, { tx, path, body, outbound: outboundOf(context) }))?.then(
    (prepared) => void (context.prepared = prepared),
  )
}

/** The outgoing requests of a call. After each of them, the log notes when the call continues. */
function outboundOf(context: RequestContext): Outbound {
  const { handle, logged, parts } = context
  const trace = preflightTrace(logged)
  const outbound = parts.webhookSender.outboundOf(handle, trace)
  const through = (send: (url: string) => Promise<Attempt>, requestOf: typeof urlCheckRequest) => async (url: string) => {
    if (context.outcome) await context.checkpoint()
    const request = requestOf(url, handle.world.settings, trace)
    const attempt = await parts.gate.ask(handle.log, logged, request, () => send(url))
    context.outcome = attempt
    return attempt
  }
  return {
    checkUrl: through(outbound.checkUrl, urlCheckRequest),
    fetchPage: through(outbound.fetchPage, pageRequest),
    fetchFeed: through(outbound.fetchFeed, feedRequest),
  }
}

/** The trace of requests before the transaction. Only a transaction draws parent ids, so the parent id is the beginning of the call's id. */
function preflightTrace({ trace: { traceparent }, id }: Call): TraceContext {
  return traceparent === undefined ? NO_TRACE : { traceparent: continueTrace(traceparent, id.replaceAll('-', '').slice(0, 16)) }
}

/**
 * Acquires one of the account's slots for a call. Throws 429 if no slot is left. A call over a socket releases its slot when its answer has
 * been sent or the client has disconnected. For an in-process call, the caller must release the slot with the returned function.
 */
function acquireSlot(handle: WorldHandle, call: HttpCall): () => void {
  largeAnswers.assertRoom()
  const { connections } = handle.world.settings
  if (connections > 0 && handle.inFlight >= connections) {
    throw new ApiError('TooManyRequests', { detail: `You have exceeded the limit of ${connections} simultaneous connections.` })
  }
  const { epoch } = handle
  let held = true
  handle.inFlight++
  const free = () => {
    if (held && handle.epoch === epoch) handle.inFlight--
    held = false
  }
  if (!call.hono.env?.outgoing) return free
  onDisconnect(call, free)
  return NOTHING
}

const NOTHING = () => {}
