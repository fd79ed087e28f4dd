import { TrieRouter } from 'hono/router/trie-router'
import { decodePercent } from '../support/percent.ts'
import type { Route } from './route.ts'
import type { SettingValues } from './settings.ts'

/** The operations at one path, by method. */
export type PathItem = { readonly [method: string]: Route }

/** A path of the contract with the values of its parameters. */
export interface RouteMatch {
  readonly item: PathItem
  readonly path: { readonly [parameter: string]: string }
}

/** Finds the operations at a path. Returns `undefined` if the contract does not have the path. */
export type Router = (path: string) => RouteMatch | undefined

// Paths are looked up without the method, since a known path with another method is a 405, not a 404.
const ANY = 'GET'

/** Creates a router for the operations of a contract. */
export function createRouter(routes: readonly Route[]): Router {
  const router = new TrieRouter<PathItem>()
  const items = new Map<string, { [method: string]: Route }>()
  for (const route of routes) {
    const item = items.get(route.path) ?? {}
    item[route.method] = route
    items.set(route.path, item)
  }
  for (const [path, item] of items) router.add(ANY, path.replace(/\{(\w+)\}/g, ':$1'), item)

  return (path) => {
    const [matches, values] = router.match(ANY, path)
    const match = matches[0]
    if (!match) return undefined
    const [item, parameters] = match
    const named: Record<string, string> = {}
    for (const [name, value] of Object.entries(parameters))
      named[name] = decodePercent(typeof value === 'number' ? (values?.[value] ?? '') : value)
    return { item, path: named }
  }
}

/** The settings that decide whether an operation exists. */
type Switches = Pick<SettingValues, 'authorized_apps'>

/** The operations at a path that exist with the settings of a world. */
export function existingIn(item: PathItem, settings: Switches): PathItem {
  const exists = ({ existsWhen }: Route) => !existsWhen || settings.authorized_apps.link === existsWhen.is
  const routes = Object.entries(item)
  return routes.every(([, route]) => exists(route)) ? item : Object.fromEntries(routes.filter(([, route]) => exists(route)))
}

/** The methods of a path, for the header `Allow`. HEAD comes with GET, and OPTIONS with every path. */
export function allowed(item: PathItem): string {
  const methods = Object.keys(item)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
