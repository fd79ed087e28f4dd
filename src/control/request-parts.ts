import { jsonIn } from '../calls/json.ts'
import { parseSearch } from '../calls/query.ts'
import type { ContractName } from '../contract/outline.ts'
import { routes as publicRoutes } from '../contract/public.ts'
import type { Route } from '../contract/route.ts'
import { routes } from '../contract/service.ts'
import type { Entry } from '../host/entry.ts'

/** An operation, and the contract that has it. */
export interface FoundRoute {
  readonly contract: ContractName
  readonly route: Route
}

let known: ReadonlyMap<string, FoundRoute> | undefined

/** The operation that was called, if it was one. */
export function routeOf({ operation }: Entry): FoundRoute | undefined {
  known ??= new Map<string, FoundRoute>([
    ...routes.map((route) => [route.id, { contract: 'service', route }] as const),
    ...publicRoutes.map((route) => [route.id, { contract: 'public', route }] as const),
  ])
  return operation === undefined ? undefined : known.get(operation)
}

/** The method as the operation has it: HEAD counts as GET, and an override as what it says. */
export function methodOf(entry: Entry): string {
  const override = entry.request.headers['x-http-method-override']
  return routeOf(entry)?.route.method ?? (entry.method === 'POST' && override ? override.toUpperCase() : entry.method)
}

const VERSION = '/3.0'

/** The path below `/3.0`; of what is not there, below the address of the world. */
export function pathBelow(path: string): string {
  if (path === VERSION) return '/'
  return path.startsWith(`${VERSION}/`) ? path.slice(VERSION.length) : path
}

/** The query parameters by name, decoded. */
export function queryIn({ search }: Entry): ReadonlyMap<string, string> {
  return search === '' ? NO_PARAMETERS : parseSearch(search)
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

/** The body as data: JSON, or the fields of a form. Nothing where there was none that can be read, or its end is not kept. */
export function bodyIn({ path, request: { body, cut } }: Entry): unknown {
  if (body === '' || cut > 0) return undefined
  const json = jsonIn(body)
  // The service reads JSON whatever a body is said to be; only its pages and the sign-in read forms.
  return json === undefined && !path.startsWith(`${VERSION}/`) ? Object.fromEntries(parseSearch(body)) : json
}

/** Whether a call brought a body, read or not. */
export function broughtBody({ request }: Entry): boolean {
  return request.body !== '' || request.cut > 0 || (request.varying ?? '0') !== '0'
}
