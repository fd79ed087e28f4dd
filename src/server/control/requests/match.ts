import { jsonIn } from '../../../service/calls/json.ts'
import { parseSearch } from '../../../service/calls/query.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { ContractName } from '../../../kernel/contract/operation-index.ts'
import { routes as publicRoutes } from '../../../kernel/contract/public.ts'
import type { Route } from '../../../kernel/contract/route.ts'
import { routes } from '../../../kernel/contract/service.ts'
import { pathGlob } from '../../../service/faults/path-glob.ts'
import { type Call, headersIn } from '../../log/call.ts'
import { redactedField, redactedHeaders, redactedMember, redactedPairs, redactText } from '../../log/redact.ts'
import type { Secrets } from '../../log/secrets.ts'
import { equal } from '../../../kernel/support/objects.ts'
import { valueAt } from '../../../kernel/support/json-pointer.ts'
import { makeUnusableError, ControlError } from '../errors.ts'
import { didYouMean } from '../../../kernel/support/nearest.ts'

/** A test for the requested status: `404`, `4xx`, or `none` for no answer. Returns `undefined` if the text is none of these. */
export function statusTest(wanted: string | number): ((status: number | null) => boolean) | undefined {
  const text = String(wanted).toLowerCase()
  if (text === 'none') return (status) => status === null
  if (/^[1-5]\d\d$/.test(text)) return (status) => status === Number(text)
  if (/^[1-5]xx$/.test(text)) return (status) => status !== null && String(status).startsWith(text.charAt(0))
  return undefined
}

/** An operation and its contract. */
export interface FoundRoute {
  readonly contract: ContractName
  readonly route: Route
}

let known: ReadonlyMap<string, FoundRoute> | undefined

/** The operation of a call. Returns `undefined` if it matched none. */
export function findCallRoute({ operation }: Call): FoundRoute | undefined {
  known ??= new Map<string, FoundRoute>([
    ...routes.map((route) => [route.id, { contract: 'service', route }] as const),
    ...publicRoutes.map((route) => [route.id, { contract: 'public', route }] as const),
  ])
  return operation === undefined ? undefined : known.get(operation)
}

/** The method of the operation: HEAD counts as GET, and a method override as the method it names. */
export function operationMethod(entry: Call): string {
  const override = entry.request.headers['x-http-method-override']
  return findCallRoute(entry)?.route.method ?? (entry.method === 'POST' && override ? override.toUpperCase() : entry.method)
}

const VERSION = '/3.0'

/** The path below `/3.0`; for other paths, below the address of the world. */
export function pathBelow(path: string): string {
  if (path === VERSION) return '/'
  return path.startsWith(`${VERSION}/`) ? path.slice(VERSION.length) : path
}

/** The query parameters by name, decoded. */
export function queryIn({ search }: Call): ReadonlyMap<string, string> {
  return search === '' ? NO_PARAMETERS : parseSearch(search)
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

/** The parsed body: JSON or form fields. Returns `undefined` if there is none, it can't be parsed, or its end was not stored. */
export function bodyIn({ path, request: { body, cut } }: Call): unknown {
  if (body === '' || cut > 0) return undefined
  const json = jsonIn(body)
  // The service parses every body as JSON, whatever its content type; only the pages and the sign-in accept forms.
  return json === undefined && !path.startsWith(`${VERSION}/`) ? Object.fromEntries(parseSearch(body)) : json
}

/** Whether a call sent a body, readable or not. */
export function sentBody({ request }: Call): boolean {
  return request.body !== '' || request.cut > 0 || (request.varying ?? '0') !== '0'
}

/** The actual and the expected value at one place of a call. */
export interface MatchFinding {
  readonly at: string
  readonly expected: unknown
  /** `undefined` if the call has no value there. */
  readonly actual: unknown
  /** `unsure` if the value may be in a part that was not stored. */
  readonly holds: boolean | 'unsure'
}

/** Compares one place of a call with an expectation. */
export type RequestMatcher = (entry: Call) => MatchFinding

/** Compiles a match into matchers. Expected secrets are redacted like the secrets in the journal. */
export function makeMatchers(secrets: Secrets, match: ControlSchemas['RequestMatch']): readonly RequestMatcher[] {
  const { operation, method, path, status, via, headers = {}, query = {}, body = {} } = match
  return [
    ...(via === undefined ? [] : [matchPlace('via', via, (entry) => entry.via)]),
    ...(operation === undefined ? [] : [operationMatcher(operation)]),
    ...(method === undefined ? [] : [matchPlace('method', method, operationMethod)]),
    ...(path === undefined ? [] : [pathMatcher(redactText(secrets, path))]),
    ...(status === undefined ? [] : [statusMatcher(status)]),
    ...Object.entries(redactedHeaders(secrets, namedInLowerCase(headers))).map(([name, value]) =>
      matchPlace(`headers.${name}`, value, (entry) => headersIn(entry, 'request')[name]),
    ),
    ...redactedQuery(secrets, query).map(([name, value]) =>
      matchPlace(`query.${name}`, value, (entry) => queryIn(entry).get(name)),
    ),
    ...bodyMatchers(secrets, body),
  ]
}

function matchPlace(place: string, expected: unknown, actualIn: (entry: Call) => unknown): RequestMatcher {
  return (entry) => {
    const actual = actualIn(entry)
    return { at: place, expected, actual, holds: actual === expected }
  }
}

function operationMatcher(operation: NonNullable<ControlSchemas['RequestMatch']['operation']>): RequestMatcher {
  const names = [operation].flat()
  names.forEach((name, place) => operationOrUnusable(name, `/match/operation${Array.isArray(operation) ? `/${place}` : ''}`))
  return ({ operation: actual }) => {
    const holds = actual !== undefined && names.includes(actual)
    return { at: 'operation', expected: operation, actual, holds }
  }
}

function pathMatcher(path: string): RequestMatcher {
  if (path.includes('?'))
    throw makeUnusableError('/match/path', 'must be a path without a query string: use query to match parameters.')
  if (!path.startsWith('/') && !path.startsWith('**'))
    throw makeUnusableError('/match/path', `must begin with a slash: use ${JSON.stringify(`/${path}`)}.`)
  const expected = pathBelow(path)
  const fits = pathGlob(expected)
  return (entry) => {
    const actual = pathBelow(entry.path)
    return { at: 'path', expected, actual, holds: fits(actual) }
  }
}

function statusMatcher(status: string | number): RequestMatcher {
  const test = statusTest(status)
  if (!test) throw makeUnusableError('/match/status', 'must be a status such as 404, a kind of them such as 4xx, or none.')
  return (entry) => ({ at: 'status', expected: status, actual: entry.status, holds: test(entry.status) })
}

function namedInLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function redactedQuery(secrets: Secrets, query: Readonly<Record<string, string | number | boolean>>): [string, string][] {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? [] : [...parseSearch(redactedPairs(secrets, new URLSearchParams(pairs).toString()))]
}

function bodyMatchers(secrets: Secrets, body: Readonly<Record<string, unknown>>): RequestMatcher[] {
  return Object.entries(body).map(([pointer, wanted]) => {
    if (pointer !== '' && !pointer.startsWith('/')) {
      const meant = JSON.stringify(`/${pointer.replaceAll('.', '/')}`)
      throw makeUnusableError('/match/body', `has the key ${JSON.stringify(pointer)}, which is not a JSON pointer: use ${meant}.`)
    }
    const name = pointer.slice(pointer.lastIndexOf('/') + 1)
    const expected = hiddenIn(wanted, (text, member) => redactedMember(secrets, member, text), name)
    // In forms of the sign-in, codes and client ids are redacted as well.
    const inForm = hiddenIn(expected, (text, member) => redactedField(secrets, member, text), name)
    return (entry) => {
      const actual = valueAt(bodyIn(entry), pointer)
      const holds = equal(actual, expected) || equal(actual, inForm)
      return { at: pointer, expected, actual, holds: holds || (entry.request.cut > 0 ? 'unsure' : false) }
    }
  })
}

function hiddenIn(value: unknown, hide: (text: string, member: string) => string, member = ''): unknown {
  if (typeof value === 'string') return hide(value, member)
  if (Array.isArray(value)) return value.map((each) => hiddenIn(each, hide))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hiddenIn(each, hide, name)]))
}

/** Checks the operation name of a query. Throws a 422 if no contract has it. */
export function operationOrThrow(name: string | undefined): string | undefined {
  const complaint = complaintAbout(name)
  if (complaint === undefined) return name
  throw new ControlError(422, `The query parameter operation: ${complaint}`)
}

/** Throws a 422 if a body names an operation that no contract has. */
function operationOrUnusable(name: string, pointer: string): void {
  const complaint = complaintAbout(name)
  if (complaint !== undefined) throw makeUnusableError(pointer, complaint)
}

function complaintAbout(name: string | undefined): string | undefined {
  const names = [...routes, ...publicRoutes].map(({ id }) => id)
  if (name === undefined || names.includes(name)) return undefined
  const hint = didYouMean(name, names) || 'GET /_control/contract/openapi.json lists them.'
  return `There is no operation ${name.slice(0, 100)}. ${hint}`
}
