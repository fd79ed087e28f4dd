import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { nearestPaths, type PathTemplate, splitPath } from '../../kernel/contract/nearest-path.ts'
import { routes as publicRoutes } from '../../kernel/contract/public.ts'
import { routes } from '../../kernel/contract/service.ts'
import type { ProblemOrigin } from '../model/errors.ts'
import { equal } from '../../kernel/support/objects.ts'
import { pointerMistake, valueAt } from '../../kernel/support/json-pointer.ts'
import { checkHeaderName, type FaultMistakes, quoteValue, unknownName } from './mistakes.ts'
import { canMatch, pathGlob } from './path-glob.ts'
import type { Millis } from '../../kernel/support/time.ts'

/** A call as faults see it. */
export interface FaultCall {
  readonly via: 'http' | 'batch'
  /** The operation, of the service's contract or of the contract of public pages. */
  readonly operation: string
  readonly method: string
  /** Below `/3.0`; for pages and sign-in, below the URL of the world. Percent-encoded. */
  readonly path: string
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly query: ReadonlyMap<string, string>
  /** The parsed body, or `undefined` if there is none or it cannot be read. */
  readonly body: unknown
  /** Where the answer comes from, for problem objects. */
  readonly origin: ProblemOrigin & { readonly request_id: string }
}

/** A call that can be delayed. */
export interface FaultyCall extends FaultCall {
  /** Waits in real time. Ends early if the world is reset, or if delays are switched off. */
  readonly wait: (ms: Millis) => Promise<void>
}

type FaultMatch = ControlSchemas['FaultMatch']

/** Checks the member `match` of a fault. */
export function* checkMatch({ operation = [], path, headers = {}, body = {} }: FaultMatch): FaultMistakes {
  if (typeof operation === 'string') yield* checkOperation(operation, '/match/operation')
  else for (const [number, each] of operation.entries()) yield* checkOperation(each, `/match/operation/${number}`)
  if (path !== undefined) yield* checkPath(path)
  for (const name of Object.keys(headers)) yield* checkHeaderName(name, '/match/headers')
  for (const pointer of Object.keys(body)) yield* checkPointer(pointer)
}

function* checkPointer(key: string): FaultMistakes {
  const mistake = pointerMistake(key)
  if (mistake !== undefined) yield { pointer: '/match/body', message: `has the key ${quoteValue(key)}, ${mistake}` }
}

const operations: readonly string[] = [...routes, ...publicRoutes].map(({ id }) => id)

function* checkOperation(id: string, pointer: string): FaultMistakes {
  if (!operations.includes(id)) yield { pointer, message: unknownName('operation', id, operations) }
}

function* checkPath(path: string): FaultMistakes {
  const message = path.includes('?')
    ? 'must be a path without a query string: use query to match parameters.'
    : path === '/3.0' || path.startsWith('/3.0/')
      ? `is relative to /3.0: use ${quoteValue(path.slice(4) || '/')}.`
      : !path.startsWith('/') && !path.startsWith('**')
        ? `must begin with a slash: use ${quoteValue(`/${path}`)}.`
        : templates.some((template) => canMatch(path, template))
          ? undefined
          : `matches no operation: the service and its pages have nothing at ${quoteValue(path)}.${pathHint(path)}`
  if (message !== undefined) yield { pointer: '/match/path', message }
}

const templates: readonly PathTemplate[] = [...routes, ...publicRoutes].map(({ path }) => splitPath(path))

function pathHint(path: string): string {
  const meant = nearestPaths(path, templates)
  return meant.length === 0 ? '' : ` Did you mean ${meant.map(quoteValue).join(' or ')}?`
}

export type Matcher = (call: FaultCall) => boolean

/** Compiles the `match` of a fault. All of its members must match. */
export function compileMatch({ operation, method, path, headers, query, body, via }: FaultMatch): Matcher {
  const conditions: Matcher[] = []
  if (via !== undefined) conditions.push((call) => call.via === via)
  if (method !== undefined) conditions.push((call) => call.method === method)
  if (operation !== undefined) {
    const wanted = new Set([operation].flat())
    conditions.push((call) => wanted.has(call.operation))
  }
  if (path !== undefined) {
    const fits = pathGlob(path)
    conditions.push((call) => fits(call.path))
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    const lowerName = name.toLowerCase()
    conditions.push((call) => call.header(lowerName) === value)
  }
  for (const [name, value] of Object.entries(query ?? {})) conditions.push((call) => call.query.get(name) === String(value))
  for (const [pointer, value] of Object.entries(body ?? {})) conditions.push((call) => equal(valueAt(call.body, pointer), value))
  return (call) => conditions.every((holds) => holds(call))
}
