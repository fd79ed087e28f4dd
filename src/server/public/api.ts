import type { FoundOperation } from '../../service/calls/call.ts'
import { readQuery, parseSearch } from '../../service/calls/query.ts'
import type { Violation } from '../../service/calls/checks.ts'
import { routes, validators, type PublicOperationId } from '../../kernel/contract/public.ts'
import type { Validators } from '../../kernel/contract/check.ts'
import { allowed, createRouter, type RouteMatch } from '../../kernel/contract/router.ts'
import type { Persistence } from '../runtime/persistence.ts'
import { logDefect, statusOfDefect } from '../runtime/persistence-error.ts'
import { loadForChange } from '../runtime/rules.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { answerCall } from '../http/answer.ts'
import { hasBody, readText, type BodyText } from '../http/body.ts'
import { Undecodable } from '../../kernel/support/content-encoding.ts'
import { openContext, WorldWasReset, type RequestContext, type RequestParts } from '../http/context.ts'
import { hasFaults } from '../../service/faults/apply.ts'
import { injectFaultsBefore } from '../http/inject-faults.ts'
import { Answered, pipeline, type PipelineStep } from '../http/pipeline.ts'
import type { HttpCall } from '../http/request.ts'
import { droppedReply } from '../http/response.ts'
import { messageOf } from '../../kernel/support/thrown.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { ApiError, Defect } from '../../kernel/world/errors.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { readFields, type FormFields, fieldValue } from './fields.ts'
import { publicOperations } from './index.ts'
import type { PublicCall } from './operation.ts'
import { noContent, refusalAt, text } from './reply.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import { clientIdsIn, presentedToken } from './sign-in/credentials.ts'

const FORM_BYTES_MAX = 65_536

/** What public pages, files and the sign-in need. */
interface PublicParts extends RequestParts {
  readonly persistence: Persistence
}

/** A step that gets an `In` and passes on an `Out`. */
type PageStep<In, Out> = PipelineStep<RequestContext, In, Out, Reply>

interface SentCall {
  /** What is served at its path. */
  readonly served: RouteMatch | undefined
  /** Its body as it was sent, and as a form; `undefined` if it could not be read. */
  readonly sent: BodyText
  readonly form: FormFields | undefined
}

interface FoundCall extends FoundOperation, Pick<SentCall, 'sent' | 'form'> {}

interface ReadCall extends FoundOperation {
  readonly form: FormFields
}

/** Answers 404 or 405 if there is no operation, and OPTIONS. */
const findOperation: PageStep<SentCall, FoundCall> = ({ call, below, read: { route } }, { served, sent, form }) => {
  if (!served) return new Answered(text(404, `Nothing is served at ${below.slice(0, 200)}.`))
  if (route) return { route, path: served.path, sent, form }
  const allow = allowed(served.item)
  if (call.method === 'OPTIONS') return new Answered(noContent({ allow }))
  return new Answered(refusalAt(below, 405, `${call.method} is not allowed here. What is: ${allow}.`, { allow }))
}

/** Answers 400, 413 or 415 if the form could not be read. */
const checkForm: PageStep<FoundCall, ReadCall> = ({ below }, { route, path, sent, form }) => {
  if (form) return { route, path, form }
  if (!(sent instanceof Undecodable)) return new Answered(refusalAt(below, 413, `A form has at most ${FORM_BYTES_MAX} bytes.`))
  return new Answered(refusalAt(below, sent.reason === 'unsupported' ? 415 : 400, sent.message))
}

/** Applies the faults that act before the operation runs. */
const injectFaults: PageStep<ReadCall, ReadCall> = (context, page) => {
  const { handle, below: path, read } = context
  if (!hasFaults(handle.world)) return page
  return injectFaultsBefore(context, { route: page.route, path, query: read.query, body: read.body }, page)
}

const loadChecks: PageStep<ReadCall, ReadCall & { readonly checks: Validators }> = async (_, { route, path, form }) => {
  const load = validators[route.resource]
  if (!load) throw new Defect(`There are no checks for ${route.resource}.`)
  return { route, path, form, checks: await load() }
}

/** A call whose parts have been checked against the contract of its operation. */
type CheckedCall = { readonly [Member in keyof PublicCall<PublicOperationId>]: unknown }

/** Runs the handler in a commit of the world. */
async function runHandler(
  context: RequestContext,
  { route, path, form, checks }: ReadCall & { readonly checks: Validators },
): Promise<Reply> {
  const { call, handle, origin, parts, logged, read } = context
  const handler = publicOperations[route.id as PublicOperationId] as (call: CheckedCall) => Reply | Promise<Reply>
  const query = readQuery(route.query, read.query)
  let hasRun = false
  const run = async <Result>(work: (tx: Tx) => Result): Promise<Result> => {
    hasRun = true
    const turn = context.checkpoint()
    if (turn) await turn
    return context.run(work)
  }
  const { values, repeated } = form
  const request = { id: origin.request_id, number: logged.arrival.request }
  const { worlds } = parts
  let reply: Promise<Reply> | undefined
  await handle.commit(() => {
    // Handlers without a transaction read the world synchronously. A transaction is committed by itself, so its handler runs only once.
    if (!hasRun)
      reply = started(() => handler({ call, request, worlds, handle, path, query, form: values, repeated, checks, run }))
  })
  if (!reply) throw new Defect(`The handler of ${route.id} did not run.`)
  return reply
}

/** The request pipeline of public pages, files and the sign-in. */
const processPage = pipeline<RequestContext, Reply, SentCall>()
  .step(findOperation)
  .step(checkForm)
  .step(injectFaults)
  .step(loadChecks)
  .answer(runHandler)

/** Everything that is reached without an API key: processes calls for pages, files and the sign-in. */
export class PublicApi {
  readonly #parts: PublicParts
  readonly #find = createRouter(routes)

  constructor(parts: PublicParts) {
    this.#parts = parts
  }

  /** Handles a call; `below` is the path relative to the world's address. */
  async handle(call: HttpCall, prefixed: WorldHandle | undefined, below: string): Promise<Response> {
    const served = this.#find(below)
    const route = served?.item[call.method === 'HEAD' ? 'GET' : call.method]
    const sent = hasBody(call) ? await readText(call, FORM_BYTES_MAX) : ''
    const form = typeof sent === 'string' ? readFields(sent) : undefined
    const { worlds } = this.#parts
    // The sign-in names its world by the application in its form.
    const isSignIn = route?.resource === 'sign-in' && !prefixed
    if (isSignIn) await this.#loadClientWorlds(call, form)
    const named = prefixed ?? (isSignIn ? namedWorld(worlds, call, form ?? readFields('')) : undefined)
    return openContext(
      this.#parts,
      { call, prefixed: named ?? worlds.default, below, contract: 'public', load: loadForChange },
      (context) => {
        const { logged, read } = context
        logged.operation = route?.id
        read.route = route
        context.receive(sent)
        read.body = form && Object.fromEntries(form.values)
        if (call.search !== '') read.query = parseSearch(call.search)
        if (!route && call.method !== 'OPTIONS') logged.violations = [unroutedViolation(call, served !== undefined)]
        return answerCall(context, {
          run: async () => withRequestId(context, await processPage(context, { served, sent, form })),
          refuse: (error) => withRequestId(context, this.#refuse(error, context)),
        })
      },
    )
  }

  async #loadClientWorlds(call: HttpCall, form: FormFields | undefined): Promise<void> {
    for (const client_id of clientsNamed(call, form ?? readFields(''))) await this.#parts.persistence.loadByClient(client_id)
  }

  #refuse(error: unknown, { below, origin }: RequestContext): Reply {
    if (error instanceof WorldWasReset) return droppedReply(origin.request_id)
    if (error instanceof ApiError) return text(error.word === 'ResourceNotFound' ? 404 : 400, error.mistake.message)
    logDefect(this.#parts.log, `at ${below.slice(0, 200)}`, error)
    const reply = text(statusOfDefect(error), `Defect of maildouble: ${messageOf(error)}`)
    return { ...reply, headers: { ...reply.headers, 'x-maildouble-defect': '1' } }
  }
}

/** Starts work synchronously. The returned promise may be awaited later without causing an unhandled rejection. */
function started<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const result = new Promise<Result>((resolve) => resolve(work()))
  result.catch(() => {})
  return result
}

function withRequestId({ origin }: RequestContext, reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'x-request-id': origin.request_id } }
}

/** The contract violation of a call without an operation. */
function unroutedViolation({ method }: HttpCall, isPath: boolean): Violation {
  if (isPath) return { side: 'request', at: 'method', message: `${method} is not allowed at this path.` }
  return { side: 'request', at: 'path', message: 'Nothing is served at this path.' }
}

/** The client ids that a call of the sign-in contains. */
function clientsNamed(call: HttpCall, form: FormFields): readonly string[] {
  const inForm = fieldValue(form, 'client_id')
  const inQuery = fieldValue(readFields(call.search), 'client_id')
  return [inForm ?? inQuery ?? [], clientIdsIn(call)].flat()
}

/** The world of a sign-in call without a world in its path: the world of its application or token. */
function namedWorld(worlds: WorldRegistry, call: HttpCall, form: FormFields): WorldHandle | undefined {
  for (const client_id of clientsNamed(call, form)) {
    const owner = worlds.byClient(client_id)
    if (owner) return owner
  }
  const token = presentedToken(call)
  const owner = token === undefined ? undefined : worlds.byKey(token)
  return owner === 'gone' && token !== undefined ? worlds.revokerOf(token) : typeof owner === 'object' ? owner : undefined
}
