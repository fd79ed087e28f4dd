import { pointerTo } from '../../../kernel/support/json-pointer.ts'
import { jsonIn } from '../../../service/calls/json.ts'

/** A call as the journal shows it. */
interface ShownCall {
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly request: { readonly body: string }
  readonly status: number | null
  readonly via: 'http' | 'batch'
  /** What nothing reads: names of parameters, and JSON pointers into the body. */
  readonly ignored: readonly string[]
}

/** The expectation of a call for `verify`: its operation, path, parameters, body and status, without anything that was ignored. */
export function makeRecordedMatch(call: ShownCall) {
  const { operation, method, path, query, status, via, ignored } = call
  const parameters = withoutSecrets(Object.fromEntries(Object.entries(query).filter(([name]) => !ignored.includes(name))))
  const members = withoutSecrets(indexMembers(readComparedBody(call)))
  return {
    ...(operation === null ? { method } : { operation }),
    path: `/${path.replace(/^(?:\/3\.0(?=\/|$))?\/?/, '')}`,
    ...(hasNoKeys(parameters) ? {} : { query: parameters }),
    ...(hasNoKeys(members) ? {} : { body: members }),
    status: status ?? 'none',
    ...(via === 'batch' ? { via } : {}),
  }
}

/** The JSON body of a call without what was ignored. Returns `undefined` if there is no JSON body. */
export function readComparedBody({ request, ignored }: Pick<ShownCall, 'request' | 'ignored'>): unknown {
  return ignored.includes('') ? undefined : without(jsonIn(request.body), '', new Set(ignored))
}

function without(value: unknown, at: string, ignored: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const children = Object.entries(value).map(([name, each]) => ({ name, each, pointer: at + pointerTo([name]) }))
  if (Array.isArray(value)) return children.map(({ each, pointer }) => without(each, pointer, ignored))
  return Object.fromEntries(
    children
      .filter(({ pointer }) => !ignored.has(pointer))
      .map(({ name, each, pointer }) => [name, without(each, pointer, ignored)]),
  )
}

/** Maximum number of members that one expectation compares. */
const MEMBERS_MAX = 50

/** The members of a JSON body by their pointers. Bodies of other types are not compared. */
function indexMembers(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const named = Object.entries(body).map(([name, value]) => [pointerTo([name]), value])
  return Object.fromEntries(named.slice(0, MEMBERS_MAX))
}

/** The journal has placeholders such as `{{api_key}}` for secrets, which cannot be compared. */
function withoutSecrets<T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !/\{\{\w/.test(JSON.stringify(value))))
}

function hasNoKeys(object: object): boolean {
  return Object.keys(object).length === 0
}
