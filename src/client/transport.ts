import { operations } from '../contract/generated/client/operations.ts'
import type { AnswerOf, BodyOf, OperationId, PathOf, QueryOf } from './contract.ts'
import { MaildoubleError, RefusedError, UnreachableError, type Problem } from './errors.ts'

/** What a server is found by. A server that was started here is one, and so is a double without a socket. */
export interface Target {
  /** Where it answers, up to and without `/3.0` and `/_control`. */
  readonly url: string | URL
  /** What its control API asks for, if it asks for anything. */
  readonly controlToken?: string | undefined
  /** How it is reached; by `fetch` as it was when this module was loaded if it is left out. */
  readonly fetch?: ((input: string, init: RequestInit) => Response | Promise<Response>) | undefined
}

/** What goes into a call of the control API. */
export interface Given<Id extends OperationId> {
  readonly path?: Omit<PathOf<Id>, 'world'>
  readonly query?: QueryOf<Id>
  readonly body?: BodyOf<Id>
  /** A body that is sent as it is, with what it is said to be. */
  readonly text?: { readonly type: string; readonly text: string }
}

// Suites put their own in its place, and what they do to the application under test is not meant for its double.
const realFetch = fetch

/** Calls the control API of one server. */
export class Transport {
  /** Where the server answers, without a slash at the end. */
  readonly url: string
  readonly #token: string | undefined
  readonly #fetch: NonNullable<Target['fetch']>

  constructor({ url, controlToken, fetch: given }: Target) {
    this.url = String(url).replace(/\/+$/, '')
    this.#token = controlToken
    this.#fetch = given ?? ((input, init) => realFetch(input, init))
  }

  /** Asks for JSON. */
  async call<Id extends OperationId>(id: Id, world?: string, given: Given<Id> = {}): Promise<AnswerOf<Id>> {
    const response = await this.send(id, world, given)
    // The server holds each of its answers against the contract before it sends it.
    return (response.status === 204 ? undefined : await response.json()) as AnswerOf<Id>
  }

  /** Sends a call and hands over its answer. Throws a `RefusedError` when it was none of success. */
  async send<Id extends OperationId>(id: Id, world: string | undefined, given: Given<Id>): Promise<Response> {
    const { method, path } = operations[id]
    const parameters: { readonly [name: string]: unknown } = { ...given.path, world }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])))
    const url = `${this.url}/_control${filled}${searchOf(given.query)}`
    const response = await this.#reach(url, {
      method,
      headers: {
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(method === 'GET' ? {} : { 'content-type': given.text?.type ?? 'application/json' }),
      },
      ...(given.text || given.body !== undefined ? { body: given.text?.text ?? JSON.stringify(given.body) } : {}),
    })
    if (response.ok) return response
    throw new RefusedError(id, await problemOf(response))
  }

  /** A call of the service itself, or of its pages. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    return this.#fetch(url, init)
  }

  async #reach(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(url, init)
    } catch (cause) {
      const why = cause instanceof Error ? ((cause.cause as Error | undefined)?.message ?? cause.message) : String(cause)
      throw new UnreachableError(
        `No maildouble answers at ${this.url} (${why}). Start one with \`npx maildouble serve\`, or say where it is.`,
        { cause },
      )
    }
  }
}

function searchOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}

/** Whoever answers something else is no maildouble. */
async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text()
  try {
    const problem = JSON.parse(text) as Problem
    if (typeof problem.detail === 'string') return problem
  } catch {
    // Told below.
  }
  throw new MaildoubleError(`${response.url} answered ${response.status}, but not as a maildouble does: ${text.slice(0, 200)}`)
}
