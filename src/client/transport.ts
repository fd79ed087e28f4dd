import { operations } from '../contract/generated/client/operations.ts'
import type { AnswerOf, BodyOf, OperationId, PathOf, QueryOf } from './contract.ts'
import { RefusedError, UnreachableError, type Problem } from './errors.ts'
import { realFetch } from './platform.ts'
import { addressOf, type Target } from './target.ts'

/** What goes into a call of the control API. */
export interface Given<Id extends OperationId> {
  readonly path?: Omit<PathOf<Id>, 'world'>
  readonly query?: QueryOf<Id>
  readonly body?: BodyOf<Id>
  /** A body that is sent as it is, with what it is said to be. */
  readonly text?: { readonly type: string; readonly text: string }
  /** Breaks the call off. */
  readonly signal?: AbortSignal
}

/** Calls the control API of one server. */
export class Transport {
  /** Where the server answers, without a slash at the end. */
  readonly url: string
  /** How it is reached. */
  readonly target: Target
  readonly #token: string | undefined
  readonly #fetch: NonNullable<Target['fetch']>

  constructor(target: Target) {
    const { url, controlToken, fetch: given = realFetch } = target
    this.url = addressOf(url)
    this.target = target
    this.#token = controlToken
    this.#fetch = given
  }

  /** Asks for JSON. */
  async call<Id extends OperationId>(id: Id, world?: string, given: Given<Id> = {}): Promise<AnswerOf<Id>> {
    const response = await this.send(id, world, given)
    const text = await this.#reach(response.text())
    // The server holds each of its answers against the contract before it sends it.
    if (text === '' || isJson(response)) return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<Id>
    throw this.#stranger(response, text)
  }

  /** Sends a call and hands over its answer. Throws a `RefusedError` when it was none of success. */
  async send<Id extends OperationId>(id: Id, world: string | undefined, given: Given<Id>): Promise<Response> {
    const { method, path } = operations[id]
    const parameters: { readonly [name: string]: unknown } = { ...given.path, world }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])))
    const { body, text, signal } = given
    const sent = text?.text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await this.#reach(
      this.fetch(`/_control${filled}${searchOf(given.query)}`, {
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
    throw new RefusedError(`${method} /_control${filled}`, await this.#problemOf(response))
  }

  /** Calls a path of the server, whatever part of it that belongs to. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    return this.#fetch(this.url + path, init)
  }

  async #reach<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (cause) {
      if (cause instanceof Error && isTooSlow(cause))
        throw new UnreachableError(`The maildouble at ${this.url} ${TOO_SLOW}`, { cause })
      throw new UnreachableError(
        `No maildouble answers at ${this.url} (${reasonOf(cause)}). Start one with \`npx maildouble serve\`, ` +
          'or say where it is: by connect(url), or by MAILDOUBLE_URL in the environment.',
        { cause },
      )
    }
  }

  async #problemOf(response: Response): Promise<Problem> {
    const text = await this.#reach(response.text())
    const problem = isJson(response) ? (JSON.parse(text) as Problem) : undefined
    if (typeof problem?.detail === 'string') return problem
    throw this.#stranger(response, text)
  }

  #stranger({ status }: Response, text: string): UnreachableError {
    const begin = text.replaceAll(/\s+/g, ' ').slice(0, 100)
    return new UnreachableError(
      `What answers at ${this.url} is no maildouble, or something stands between: it answered ${status}, ${begin}`,
    )
  }
}

const TOO_SLOW =
  'did not answer within five minutes, and `fetch` waits no longer. Wait for less than that at once, and ask again if it has to be more.'

/** Whether `fetch` of Node has waited as long as it does for the beginning of an answer. */
function isTooSlow({ cause }: { readonly cause?: unknown }): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_HEADERS_TIMEOUT'
}

function isJson({ headers }: Response): boolean {
  return /^application\/(?:[\w.]+\+)?json\b/.test(headers.get('content-type') ?? '')
}

function searchOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}

/** Why `fetch` failed, in the words of the innermost error that has any. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined)
  const words = inner instanceof Error ? reasonOf(inner) : ''
  // Those of TLS have lines.
  return words || error.message.replaceAll(/\s+/g, ' ').trim() || error.name
}
