import { operations } from '../../kernel/contract/generated/client/operations.ts'
import type { AnswerOf, BodyOf, OperationId, PathOf, QueryOf } from './contract.ts'
import { MaildoubleError, RefusedError, UnreachableError, type Problem } from './errors.ts'
import { realFetch } from './platform.ts'
import { parseServerAddress, type Target } from './target.ts'

/** The input of a call of the control API. */
export interface CallInput<Id extends OperationId> {
  readonly path?: Omit<PathOf<Id>, 'world'>
  readonly query?: QueryOf<Id>
  readonly body?: BodyOf<Id>
  /** A raw body and its media type. */
  readonly text?: { readonly type: string; readonly text: string }
  /** Aborts the call. */
  readonly signal?: AbortSignal
}

/** Sends a request. */
export type Send = NonNullable<Target['fetch']>

/** Calls the control API of one server. */
export class Transport {
  /** The address of the server, without a trailing slash. */
  readonly url: string
  /** How the server is reached. */
  readonly target: Target
  readonly #token: string | undefined
  readonly #fetch: Send
  readonly #controlFetch: Send
  /** The ids of worlds whose tests are over. */
  readonly #ended = new Set<string>()

  /** With `controlFetch`, calls of the control API are sent by it, and all others as the target says. */
  constructor(target: Target, controlFetch?: Send) {
    const { url, controlToken, fetch: given = realFetch } = target
    this.url = parseServerAddress(url)
    this.target = target
    this.#token = controlToken
    this.#fetch = given
    this.#controlFetch = controlFetch ?? given
  }

  /** Calls an operation and parses its JSON answer. */
  async call<Id extends OperationId>(id: Id, world?: string, input: CallInput<Id> = {}): Promise<AnswerOf<Id>> {
    const response = await this.send(id, world, input)
    const text = await this.#reachable(response.text())
    // The server checks its answers against the contract before it sends them.
    if (text === '' || isJson(response)) return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<Id>
    throw this.#notMaildouble(response, text)
  }

  /** Calls an operation and returns the response. Throws a `RefusedError` if it failed. */
  async send<Id extends OperationId>(id: Id, world: string | undefined, input: CallInput<Id>): Promise<Response> {
    const { method, path } = operations[id]
    const caller = new Error()
    if (id !== 'deleteWorld') this.assertOngoing(world, caller)
    const parameters: { readonly [name: string]: unknown } = { ...input.path, world }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])))
    const { body, text, signal } = input
    const sent = text?.text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await this.#reachable(
      this.#control(`/_control${filled}${writeSearch(input.query)}`, {
        method,
        headers: {
          ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
          ...(method === 'GET' ? {} : { 'content-type': text?.type ?? 'application/json' }),
        },
        ...(sent === undefined ? {} : { body: sent }),
        ...(signal ? { signal } : {}),
      }),
    )
    if (response.ok) return response
    if (response.status === 404 && id !== 'deleteWorld') this.assertOngoing(world, caller)
    throw new RefusedError(`${method} /_control${filled}`, await this.#problemOf(response))
  }

  /** Notes that the test of a world is over: a call from now on has not been awaited. */
  endTest(world: string): void {
    this.#ended.add(world)
  }

  /** Notes that a world with this id begins. */
  beginTest(world: string): void {
    this.#ended.delete(world)
  }

  /** Throws an error with the frames of `caller` if the test of a world is over. */
  assertOngoing(world: string | undefined, caller: Error): void {
    if (world === undefined || !this.#ended.has(world)) return
    throw new MaildoubleError('The world of this test has been deleted: an await is missing.', { caller })
  }

  /** Calls any path of the server. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    return this.#fetch(this.url + path, init)
  }

  async #control(path: string, init: RequestInit): Promise<Response> {
    return this.#controlFetch(this.url + path, init)
  }

  async #reachable<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (cause) {
      if (cause instanceof Error && isTooSlow(cause))
        throw new UnreachableError(`The maildouble at ${this.url} ${TOO_SLOW}`, { cause })
      throw new UnreachableError(
        `No maildouble answers at ${this.url} (${explainFetchError(cause)}). Start one with \`npx maildouble serve\`, ` +
          'or give its address with connect(url), or with MAILDOUBLE_URL in the environment.',
        { cause },
      )
    }
  }

  async #problemOf(response: Response): Promise<Problem> {
    const text = await this.#reachable(response.text())
    const problem = isJson(response) ? (JSON.parse(text) as Problem) : undefined
    if (typeof problem?.detail === 'string') return problem
    throw this.#notMaildouble(response, text)
  }

  #notMaildouble({ status }: Response, text: string): UnreachableError {
    const begin = text.replaceAll(/\s+/g, ' ').slice(0, 100)
    return new UnreachableError(
      `What answers at ${this.url} is not a maildouble, or a proxy answers instead: it answered ${status}, ${begin}`,
    )
  }
}

const TOO_SLOW = 'did not answer within five minutes, the limit of `fetch`. Use shorter waits, and repeat them if necessary.'

/** Whether Node's `fetch` has given up waiting for the beginning of an answer. */
function isTooSlow({ cause }: { readonly cause?: unknown }): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_HEADERS_TIMEOUT'
}

/** Whether an answer is JSON. */
export function isJson({ headers }: Response): boolean {
  return /^application\/(?:[\w.]+\+)?json\b/.test(headers.get('content-type') ?? '')
}

function writeSearch(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}

/** Why `fetch` failed: the message of the innermost error that has one. */
function explainFetchError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined)
  const words = inner instanceof Error ? explainFetchError(inner) : ''
  if (words.includes('wrong version number')) return 'it does not use TLS: begin the address with http://'
  // Messages about TLS contain line breaks.
  return words || error.message.replaceAll(/\s+/g, ' ').trim() || error.name
}
