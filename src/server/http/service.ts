import { documents } from '../../kernel/contract/documents.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { composeHint, errors } from '../../service/model/errors.ts'
import { logDefect } from '../runtime/persistence-error.ts'
import { isOwnAnswer } from '../../service/faults/apply.ts'
import { type Words, loadVocabulary, chooseWords } from '../../service/vocabulary/words.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { listViolations } from '../../service/calls/checks.ts'
import { upperFirst } from '../../kernel/support/words.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { ApiError } from '../../kernel/world/errors.ts'
import { findPath, loadOperationsAt } from '../../service/calls/path-and-body.ts'
import type { DeployedMatch } from '../../service/vocabulary/paths.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { loadReactions } from '../../service/resources/index.ts'
import { answerCall, type AnswerOptions } from './answer.ts'
import { openContext, WorldWasReset, type RequestContext, type RequestParts } from './context.ts'
import { pipeline } from './pipeline.ts'
import type { HttpCall } from './request.ts'
import { defectReply, droppedReply, readErrorWord, problemReply, schemaDocument } from './response.ts'
import { schemaAt } from './schemas.ts'
import {
  type SentPath,
  authenticate,
  checkRequest,
  executeOperation,
  findOperation,
  injectFaults,
  limitConcurrency,
  preflight,
  readBody,
  takeServiceTime,
  triggerError,
} from './service-steps.ts'

/** The service's request pipeline. Each step answers the call, throws to refuse it, or passes it on. */
const processCall = pipeline<RequestContext, Reply, SentPath>()
  .step(triggerError) // needs neither a known path nor a key
  .step(findOperation) // 404 and 405 come before 401
  .step(authenticate)
  .step(readBody)
  .step(limitConcurrency) // 429
  .step(injectFaults) // sees the body, valid or not
  .step(takeServiceTime)
  .step(checkRequest) // 400, 413, 415
  .step(preflight)
  .answer(executeOperation) // one transaction

/**
 * The service's API: processes a call from its path below `/3.0` to the answer. Every client error is answered with a problem object; only a
 * bug of maildouble is answered as a defect.
 */
export class ServiceApi {
  readonly #parts: RequestParts

  constructor(parts: RequestParts) {
    this.#parts = parts
  }

  /** Handles a call of the service; `below` is its path after `/3.0`. Answers synchronously if it has to wait for nothing. */
  handle(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Response | Promise<Response> {
    let path: SentPath | undefined
    const load = (world: WorldState): Promise<unknown> | undefined => {
      const loading = loadVocabulary(world.settings)
      if (loading) return loading
      path = findPath(chooseWords(world.settings), below, MISSPELLED)
      return path instanceof ApiError ? undefined : loadForCall(call, path, world)
    }
    return this.#answer(call, prefixed, below, load, (context) => {
      return processCall(context, path ?? findPath(context.words, below, MISSPELLED))
    })
  }

  /** Handles a call for a schema of the contract; `below` is its path after `/schema/3.0`. */
  async schema(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    if (call.method !== 'GET' && call.method !== 'HEAD') return this.notFound(call, prefixed)
    const document = await documents.service()
    return this.#answer(call, prefixed, below, loadWords, ({ origin, words }) => {
      const found = schemaAt(document, words.schemaUrlPath(below))
      if (!found) throw notServed(call)
      return schemaDocument(origin, words.schema(found))
    })
  }

  /** Handles a call whose path is not served. */
  notFound(call: HttpCall, prefixed: WorldHandle | undefined): Response | Promise<Response> {
    return this.#answer(call, prefixed, call.pathname, loadWords, () => {
      throw notServed(call)
    })
  }

  /** Handles a call for a world that does not exist. Keys of other worlds are refused, without telling whether the world exists. */
  unknownWorld(call: HttpCall, id: string): Response | Promise<Response> {
    return this.#answer(call, undefined, call.pathname, loadWords, ({ key }) => {
      const issued = key.owner !== undefined
      const none = `there is no world ${id.slice(0, 63)} here (any more); GET /_control/worlds lists worlds and their keys`
      throw issued ? errors.keyInvalid(`${upperFirst(none)}.`) : errors.notFound(none)
    })
  }

  #answer(
    call: HttpCall,
    prefixed: WorldHandle | undefined,
    below: string,
    load: (world: WorldState) => Promise<unknown> | undefined,
    run: AnswerOptions['run'],
  ): Response | Promise<Response> {
    const refuse = (error: unknown, context: RequestContext): Reply => this.#refuse(error, context)
    return openContext(this.#parts, { call, prefixed, below, contract: 'service', load }, (context) =>
      answerCall(context, { run, refuse, translate: translateReply }),
    )
  }

  #refuse(error: unknown, { origin, logged, words, read }: RequestContext): Reply {
    if (error instanceof WorldWasReset) return droppedReply(origin.request_id)
    logged.violations = listViolations(error, logged.operation)
    if (error instanceof ApiError) {
      const word = readErrorWord(error)
      const hint = composeHint(error.refusal, (mistake) => words.mistake(read.route, mistake))
      logged.error = word
      logged.hint = hint
      return problemReply(word, { ...error.refusal, hint }, origin)
    }
    logDefect(this.#parts.log, `in request ${origin.request_id}`, error)
    return defectReply(error, origin.request_id)
  }
}

const MISSPELLED = '; maildouble does not have this resource, or the path is misspelled'

/** Loads what a call may need. A call that only reads leads to no reactions. */
function loadForCall({ method }: HttpCall, { match: { item } }: DeployedMatch, world: WorldState): Promise<unknown> | undefined {
  const isReading = (method === 'GET' || method === 'HEAD') && !item['GET']?.writes
  return loadOperationsAt(item) ?? (isReading ? undefined : loadReactions(world))
}

function loadWords({ settings }: WorldState): Promise<unknown> | undefined {
  return loadVocabulary(settings)
}

const OWN_PLACES = '; there are /_docs, /_inspector, /_control and /_mcp'

function notServed({ pathname }: HttpCall): Error {
  const places = pathname.startsWith('/_') ? OWN_PLACES : '; every resource lives under /3.0'
  return errors.notFound(`nothing is served at ${pathname.slice(0, 200)}${places}`)
}

/** Translates an answer to the words of the deployment, once. Answers of maildouble itself stay as they are. */
function translateReply(reply: Reply, { words, read }: RequestContext): Reply {
  if (words.isReference || reply.isTranslated || isOwnAnswer(reply)) return reply
  const { body, headers } = reply
  const type = headers['content-type'] ?? ''
  return {
    ...reply,
    headers: words.headers(headers),
    body: typeof body === 'string' ? translatedBody(words, read.route, type, body) : body,
    // The source would render the words of the reference.
    source: undefined,
    isTranslated: true,
  }
}

function translatedBody(words: Words, route: Route | undefined, type: string, body: string): string {
  if (type.startsWith('application/problem+json')) return words.problem(route, body)
  return route && type.startsWith('application/json') ? words.answer(route, body) : body
}
