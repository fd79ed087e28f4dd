import type {
  ProblemStatus,
  ServiceAnswers,
  ServiceBodies,
  ServicePaths,
  ServiceQueries,
  ServiceSchemas,
} from '../../kernel/contract/generated/client/service.ts'
import { MaildoubleError } from './errors.ts'
import { isJson } from './transport.ts'

export type { ServiceSchemas } from '../../kernel/contract/generated/client/service.ts'

/** The methods of the service. */
export type ServiceMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The segments of a path below `/3.0`, without its query. */
type Below<Path extends string> = Path extends `${infer Before}?${string}`
  ? Below<Before>
  : Path extends `${string}/3.0/${infer Rest}` | `3.0/${infer Rest}`
    ? Rest
    : Path extends `${'' | '/'}3.0`
      ? ''
      : Path extends `/${infer Rest}`
        ? Rest
        : Path

/** One segment down the tree of paths. A fixed segment wins over a parameter. */
type Step<Place, Segment extends string> = Segment extends keyof Place
  ? Place[Segment]
  : '*' extends keyof Place
    ? Place['*']
    : never

type Walk<Place, Path extends string> = [Place] extends [never]
  ? never
  : Path extends ''
    ? Place
    : Path extends `${infer Segment}/${infer Rest}`
      ? Walk<Step<Place, Segment>, Rest>
      : Step<Place, Path>

/** The operationId at a path, or `never` if it is not known. */
type OperationAt<Method extends ServiceMethod, Path extends string> =
  Walk<ServicePaths, Below<Path>> extends { readonly '/': infer Operations }
    ? Method extends keyof Operations
      ? Operations[Method] & keyof ServiceAnswers
      : never
    : never

type ServiceProblem = ServiceSchemas['ProblemDocument']

/** A body, with the members of another body as missing ones. So the members of each body in a union can be read before the type is narrowed. */
type Beside<Own, Other> = Own extends undefined
  ? undefined
  : Other extends undefined
    ? Own
    : Own & { [Member in Exclude<keyof Other, keyof Own>]?: never }

/** An answer of the service: with its status, its body is known. */
export type AnswerOfOperation<Id extends keyof ServiceAnswers> =
  | {
      readonly status: ServiceAnswers[Id]['status']
      readonly headers: Headers
      readonly body: Beside<ServiceAnswers[Id]['body'], ServiceProblem>
    }
  | {
      readonly status: ProblemStatus
      readonly headers: Headers
      readonly body: Beside<ServiceProblem, ServiceAnswers[Id]['body']>
    }

/** An answer at a path that the compiler does not know. */
export interface UnknownAnswer {
  /** The status. */
  readonly status: number
  /** The headers. */
  readonly headers: Headers
  /** JSON as data, other text as a string, and `undefined` if there is no body. */
  readonly body: unknown
}

/**
 * The answer of a call. Its type is the type of the operation with this method at the most specific path. `body` has the members of a
 * success and of a problem object; a comparison of `status` leaves one of them. `fields` does not change the type.
 */
export type ServiceAnswer<Method extends ServiceMethod, Path extends string> = [OperationAt<Method, Path>] extends [never]
  ? UnknownAnswer
  : AnswerOfOperation<OperationAt<Method, Path>>

/**
 * The body of a successful answer, without the members of a problem object, for the types of an application's own client. `unknown` at a
 * path that the compiler does not know.
 *
 * @example
 * import type { SuccessBody } from 'maildouble/client'
 *
 * export async function nameOf(list: string): Promise<string> {
 *   const answer = await fetch(`https://dc1.service.test/3.0/lists/${list}`)
 *   return ((await answer.json()) as SuccessBody<'GET', '/lists/{list}'>).name
 * }
 */
export type SuccessBody<Method extends ServiceMethod, Path extends string> = [OperationAt<Method, Path>] extends [never]
  ? unknown
  : ServiceAnswers[OperationAt<Method, Path>]['body']

/** What may be sent for a schema: lists need not be mutable. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Sent<Value[Member]> }
    : Value

/** The body as an argument: required, optional, or any body if the contract has none. */
type BodyArgument<Method extends ServiceMethod, Path extends string> = [OperationAt<Method, Path>] extends [never]
  ? [body?: unknown]
  : OperationAt<Method, Path> extends keyof ServiceBodies
    ? ServiceBodies[OperationAt<Method, Path>]
    : [body?: unknown]

/**
 * The body of a call as the contract describes it, for the types of an application's own client. `unknown` at a path that the compiler does
 * not know, and for operations without a body.
 */
export type RequestBody<Method extends ServiceMethod, Path extends string> = Sent<
  Exclude<BodyArgument<Method, Path>[0], undefined>
>

/** A body that is sent unchanged, for example a text that is not JSON. `world.fetch` sends other bodies. */
export type RawBody = string

/** The arguments after the path of a call that may have a body. */
export type WithBody<Method extends ServiceMethod, Path extends string> =
  BodyArgument<Method, Path> extends readonly [unknown]
    ? readonly [body: RequestBody<Method, Path> | RawBody, options?: CallOptions<QueryAt<Method, Path>>]
    : readonly [body?: RequestBody<Method, Path> | RawBody, options?: CallOptions<QueryAt<Method, Path>>]

/** What `world.delete` resolves to: nothing without a path, which deletes the world, and the answer of the service with one. */
export type Deleted<Path extends string> = [Path] extends [never] ? void : ServiceAnswer<'DELETE', Path>

/** The query of a call whose path the compiler does not know. */
export interface AnyQuery {
  readonly [name: string]: string | number | boolean | readonly (string | number)[] | undefined
}

/** The levels of an answer whose members `fields` can name. */
type Levels = readonly [0, 0, 0, 0, 0]

/** The members of an answer as `fields` names them: `lists`, `lists.stats.member_count`. */
type FieldsOf<Body, Left extends readonly unknown[] = Levels> = Left extends readonly [unknown, ...infer Deeper]
  ? Body extends readonly (infer Item)[]
    ? FieldsOf<Item, Left>
    : Body extends object
      ? {
          [Name in keyof Body & string]-?: Name | `${Name}.${FieldsOf<NonNullable<Body[Name]>, Deeper>}`
        }[keyof Body & string]
      : never
  : never

/** What may be given for a parameter: one item of a list also stands alone. */
type Given<Value> = Value extends readonly (infer Item)[] ? Item | readonly Item[] : Value

/** The query parameters of an operation. */
type QueryOfOperation<Id extends keyof ServiceAnswers> = Id extends keyof ServiceQueries
  ? {
      readonly [Name in keyof ServiceQueries[Id]]?:
        | (Name extends 'fields' | 'exclude_fields'
            ? Given<FieldsOf<ServiceAnswers[Id]['body']>[]>
            : Given<NonNullable<ServiceQueries[Id][Name]>>)
        | undefined
    }
  : { readonly [name: string]: never }

/** The query parameters at a path, or any if the compiler does not know it. */
type QueryAt<Method extends ServiceMethod, Path extends string> = [OperationAt<Method, Path>] extends [never]
  ? AnyQuery
  : QueryOfOperation<OperationAt<Method, Path>>

/** The query and the headers of a call. */
export interface CallOptions<Query = AnyQuery> {
  /** Added to the query of the path. A list is sent with commas, and `undefined` is left out. */
  readonly query?: Query
  /** Sent instead of or in addition to the usual headers. */
  readonly headers?: NonNullable<RequestInit['headers']>
}

/** The arguments after the path of a call that has no body. `undefined` may stand in the place of the body. */
export type WithoutBody<Method extends ServiceMethod, Path extends string> =
  | readonly [options?: CallOptions<QueryAt<Method, Path>>]
  | readonly [body: undefined, options?: CallOptions<QueryAt<Method, Path>>]

/** The path of a call with its query, and what `fetch` needs. */
export function composeRequest(
  method: ServiceMethod,
  path: string,
  body: unknown,
  { query = {}, headers: given }: CallOptions<object>,
): readonly [path: string, init: RequestInit] {
  const headers = new Headers(given)
  const isData = isJsonBody(body)
  if (isData && !headers.has('content-type')) headers.set('content-type', 'application/json')
  // A body that `fetch` accepts is sent unchanged, for example a string that is not JSON.
  const sent = body === undefined ? {} : { body: isData ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>) }
  return [withQuery(path, query), { method, headers, ...sent }]
}

function withQuery(path: string, query: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`
}

/** Whether a body is data, which `fetch` can't send: an array, or an object that is none of its own. */
function isJsonBody(body: unknown): body is object {
  if (typeof body !== 'object' || body === null || Symbol.asyncIterator in body) return false
  return /^\[object (?:Object|Array)\]$/.test(Object.prototype.toString.call(body))
}

/** Throws if `fetch` would send an object as the text `[object Object]`. */
export function checkFetchBody({ body, method = 'POST' }: RequestInit): void {
  if (!isJsonBody(body)) return
  throw new MaildoubleError(
    `The body is ${Array.isArray(body) ? 'an array' : 'an object'}, which fetch can't send. ` +
      `Use world.${method.toLowerCase()}(path, body), which sends it as JSON, or give fetch the result of JSON.stringify(body).`,
  )
}

/** Reads an answer: JSON is parsed, other text stays text, and no body is `undefined`. */
export async function readAnswer(call: string, response: Response): Promise<UnknownAnswer> {
  const { status, headers } = response
  const text = await response.text()
  if (text === '' || !isJson(response)) return { status, headers, body: text === '' ? undefined : text }
  try {
    return { status, headers, body: JSON.parse(text) as unknown }
  } catch (cause) {
    const begin = text.replaceAll(/\s+/g, ' ').slice(0, 100)
    throw new MaildoubleError(
      `${call} was answered ${status} with a body that is not JSON: ${begin}. world.fetch() can read it as text.`,
      { cause },
    )
  }
}

/** The path of a service call, and whether the key is sent with it. */
export interface ServiceCall {
  /** From the root of the server. */
  readonly path: string
  readonly isKeyed: boolean
}

/**
 * Resolves a path below `/3.0`, or a URL from an answer of the service. The world is addressed relative to the client's own server
 * URL, which may differ from the one in answers.
 */
export function resolveServiceCall(world: string, baseUrl: string, given: string): ServiceCall {
  const prefix = world === 'default' ? '' : `/_worlds/${encodeURIComponent(world)}`
  const below = /^https?:/i.test(given) ? belowOrThrow(baseUrl, given) : belowVersion(given)
  return { path: prefix + below, isKeyed: /^\/3\.0(?![^/?])/.test(below) }
}

/** Adds the version if it is missing: there is no `/3.0/3.0`. */
function belowVersion(given: string): string {
  const path = given.replace(/^\/?3\.0(?=[/?]|$)/, '')
  return `/3.0${/^(?:[/?]|$)/.test(path) ? '' : '/'}${path}`
}

function belowOrThrow(baseUrl: string, given: string): string {
  if (given.startsWith(`${baseUrl}/`)) return given.slice(baseUrl.length)
  throw new MaildoubleError(`${given} is outside this world, which is at ${baseUrl}. Use a path below /3.0, such as "/lists".`)
}
