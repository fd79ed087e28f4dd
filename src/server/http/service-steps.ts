import { checkBody } from '../../service/calls/checks.ts'
import { type DecodedCall, type FoundOperation, performCall } from '../../service/calls/call.ts'
import { CallBody, routeOrThrow } from '../../service/calls/path-and-body.ts'
import { hasFaults, wantsBody } from '../../service/faults/apply.ts'
import { chooseLag } from '../../service/faults/staleness.ts'
import { parseSearch } from '../../service/calls/query.ts'
import { allowed, existingIn } from '../../kernel/contract/router.ts'
import { errorCatalogue, type ErrorWord } from '../../kernel/contract/service.ts'
import type { Attempt } from '../../service/model/deliveries/delivery.ts'
import { feedRequest, pageRequest, urlCheckRequest } from '../../service/rules/deliveries/webhook-request.ts'
import type { Caller } from '../../service/model/requests/call.ts'
import type { Outbound } from '../../service/rules/requests/operation.ts'
import { checkPath, hasPathCheck, needsOutbound, prepareBody, startFetch } from '../../service/resources/index.ts'
import type { Call } from '../log/call.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { yieldToEventLoop } from '../../kernel/support/time.ts'
import { continueTrace, NO_TRACE, type TraceContext } from '../../kernel/support/traceparent.ts'
import { ApiError, Defect } from '../../kernel/world/errors.ts'
import type { DeployedMatch } from '../../service/vocabulary/paths.ts'
import { peek, type Tx } from '../../kernel/world/tx.ts'
import { authenticateCall } from './auth.ts'
import { bodyTextOrThrow } from './body.ts'
import type { RequestContext } from './context.ts'
import { injectFaultsBefore } from './inject-faults.ts'
import { largeAnswers } from './large-answers.ts'
import { Answered, type PipelineStep } from './pipeline.ts'
import { chooseEffectiveMethod, readHeader, METHOD_OVERRIDE, type HttpCall } from './request.ts'
import { emptyReply, problemReply, successReply } from './response.ts'
import { calculateServiceTime } from './service-time.ts'
import { onDisconnect, passInWorld, waitInWorld } from './waits.ts'
import { checkWorldHeaders } from './world-headers.ts'

/** A step that gets an `In` and passes on an `Out`. */
type ServiceStep<In, Out> = PipelineStep<RequestContext, In, Out, Reply>

/** What is served at the path of a call, or why nothing is. */
export type SentPath = DeployedMatch | ApiError

/** A call whose operation has been found. */
interface FoundServiceCall extends FoundOperation {
  /** Its path below `/3.0` and its query, in the reference's words. */
  readonly below: string
  readonly query: ReadonlyMap<string, string>
}

/** A call of an authenticated caller. */
interface AuthenticatedCall {
  readonly found: FoundServiceCall
  readonly caller: Caller
}

/** A call whose body has been received. */
interface ReceivedCall extends AuthenticatedCall {
  readonly body: CallBody
  /** The number of characters of the body, if it could be received. */
  readonly length: number
}

/** Answers with the error requested by the header `X-Trigger-Error`. */
export const triggerError: ServiceStep<SentPath, SentPath> = ({ call, origin, logged, words }, path) => {
  const wanted = readHeader(call, words.header(TRIGGER_ERROR))
  if (wanted === undefined || !isErrorWord(wanted)) return path
  logged.injected = true
  return new Answered(problemReply(wanted, { detail: 'Answered because the request asked for it by X-Trigger-Error.' }, origin))
}

const TRIGGER_ERROR = 'x-trigger-error'

function isErrorWord(text: string): text is ErrorWord {
  return Object.hasOwn(errorCatalogue, text)
}

/** Finds the operation by path and method; the method may be overridden by `X-HTTP-Method-Override`. */
export const findOperation: ServiceStep<SentPath, FoundServiceCall> = (context, sent) => {
  const { call, origin, logged, read, words } = context
  const method = chooseEffectiveMethod(call, words.header(METHOD_OVERRIDE))
  if (sent instanceof ApiError) throw sent
  const { path: below, match } = sent
  const { settings } = context.handle.world
  if (method === 'OPTIONS') return new Answered(emptyReply(204, origin, { allow: allowed(existingIn(match.item, settings)) }))
  // The contract lists 405 for an operation that a setting has switched off, so the log names the operation.
  logged.operation = match.item[method]?.id
  const route = routeOrThrow(match.item, method, settings)
  logged.operation = route.id
  read.route = route
  if (call.search !== '') read.query = words.queryOf(route, parseSearch(call.search))
  return { route, path: match.path, below, query: read.query }
}

/** Determines the caller by the key of the call. */
export const authenticate: ServiceStep<FoundServiceCall, AuthenticatedCall> = (context, found) => {
  const { handle, key, logged } = context
  checkWorldHeaders(context)
  return { found, caller: authenticateCall(handle, key, found.route.method, logged.sent.prefixed) }
}

/**
 * Refuses the call if the account has too many calls in flight. Only calls that take time are in flight together, and none whose body is still on its way:
 * a client that does not send it must not hold up others.
 */
export const limitConcurrency: ServiceStep<ReceivedCall, ReceivedCall> = (context, received) => {
  context.logged.busy = context.handle.inFlight
  context.release = acquireSlot(context.handle, context.call)
  return received
}

/** Receives the body, if the operation has one, and prepares what the operation needs for it: a call that has waited may not wait for a module. */
export const readBody: ServiceStep<AuthenticatedCall, ReceivedCall> = (context, { found, caller }) => {
  const { handle, words } = context
  const { route } = found
  if (route.body === 'none') return { found, caller, body: new CallBody(words, route, () => ''), length: 0 }
  handle.receiving++
  return context
    .bodyText()
    .finally(() => handle.receiving--)
    .then((text) => {
      const body = new CallBody(words, route, () => bodyTextOrThrow(text, handle.world.settings.body_limit))
      const received = { found, caller, body, length: typeof text === 'string' ? text.length : 0 }
      return prepareBody(route.id, () => body.readableJson)?.then(() => received) ?? received
    })
}

/** Applies the faults that act before the operation runs. */
export const injectFaults: ServiceStep<ReceivedCall, ReceivedCall> = (context, received) => {
  const { world } = context.handle
  if (!hasFaults(world)) return received
  const { route, below: path, query } = received.found
  const body = wantsBody(world) ? received.body.readableJson : undefined
  return injectFaultsBefore(context, { route, path, query, body }, received)
}

/** Lets the time pass that the settings say. What a fault answers in place of the service takes none. */
export const takeServiceTime: ServiceStep<ReceivedCall, ReceivedCall> = ({ handle, parts }, received) => {
  const { route, query } = received.found
  const { settings } = handle.world
  const ms = calculateServiceTime(route, query, settings)
  if (ms === 0) return received
  const passing = settings.service_times.clock === 'world' ? passInWorld(parts.scheduler, handle, ms) : waitInWorld(handle, ms)
  return passing.then(() => received)
}

/** Bodies with more characters take milliseconds to parse. */
const LARGE_BODY = 262_144

/** Parses the body and checks it against the contract. */
export const checkRequest: ServiceStep<ReceivedCall, DecodedCall> = (context, { found, caller, body, length }) => {
  const { route, path, query } = found
  if (route.body === 'none') return { route, path, query, body: undefined, caller }
  const { handle, read } = context
  if (hasPathCheck(route.resource)) peek(handle.world, (tx) => checkPath(route.resource, tx, { ...route, path }))
  const parse = (): void => {
    read.body = body.json
  }
  const check = (): DecodedCall => {
    checkBody({ route, path, body: body.json }, handle.world.settings, (look) => peek(handle.world, look))
    return { route, path, query, body: body.json, caller }
  }
  if (length > LARGE_BODY) return inTurns(parse, check)
  parse()
  return check()
}

/** Runs two parts of work one after the other, and lets other calls run after each. */
async function inTurns<Result>(first: () => void, second: () => Result): Promise<Result> {
  first()
  await yieldToEventLoop()
  const result = second()
  await yieldToEventLoop()
  return result
}

/** Makes the outgoing requests that the operation needs before its transaction, if any. */
export const preflight: ServiceStep<DecodedCall, DecodedCall> = (context, decoded) => {
  const { route, path, query, body, caller } = decoded
  if (!needsOutbound(route.id)) return decoded
  const preparing = peek(context.handle.world, (tx) => startFetch(route.id, { tx, path, body, outbound: makeOutbound(context) }))
  return preparing?.then((prepared) => ({ route, path, query, body, caller, prepared })) ?? decoded
}

/** Runs the operation in a transaction. Its answer is checked against the contract before the commit. */
export const executeOperation = (context: RequestContext, decoded: DecodedCall): Reply | Promise<Reply> => {
  const { route } = decoded
  const perform = (tx: Tx): Reply => {
    const { status, answer, select } = performCall(tx, decoded)
    if (tx.hasWritten && route.method === 'GET' && !route.writes) throw new Defect(`${route.id} wrote although it is a GET.`)
    return successReply(route, status, context.origin, answer, select)
  }
  return context.run(perform, chooseLag(route, context.handle.world.settings))
}

/** The outgoing requests of a call. */
function makeOutbound(context: RequestContext): Outbound {
  const { handle, logged, parts } = context
  const trace = preflightTrace(logged)
  const outbound = parts.webhookSender.outboundOf(handle, trace)
  const through = (send: (url: string) => Promise<Attempt>, requestOf: typeof urlCheckRequest) => (url: string) =>
    context.ask(
      () => requestOf(url, handle.world.settings, trace),
      () => send(url),
    )
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
