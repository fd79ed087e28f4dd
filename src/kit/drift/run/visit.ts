import type { Route } from '../../../kernel/contract/route.ts'
import { routes } from '../../../kernel/contract/service.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import type { CheckResult, Checker } from '../check.ts'
import { staysBelow } from './transport.ts'

export type Json = { readonly [name: string]: unknown }

/** A resource that a run can read. */
export interface ResourceVisit {
  readonly route: Route
  /** Below `/3.0`, in the words of the deployment, without a query. */
  readonly path: string
  /** The item of a collection that led here, if one did. */
  readonly item: Json | undefined
  /** Whether a link led here, and not only the contract. */
  readonly isLinked: boolean
}

/** A resource that was read. */
export interface Visited extends ResourceVisit {
  /** The query that the resource needs: a search has one. */
  readonly query: Readonly<Record<string, string>>
  readonly answer: Json
  /** The items, if the resource is a collection. */
  readonly items: readonly Json[]
  /** The name of the member that holds the items. */
  readonly itemsName: string
  readonly total: number | undefined
}

export function visited(visit: ResourceVisit, { answer }: CheckResult, query: Visited['query'] = {}): Visited | undefined {
  if (!isObject(answer)) return undefined
  const [itemsName = '', items = []] =
    Object.entries(answer).find(([name, value]) => name !== '_links' && Array.isArray(value) && visit.route.collection) ?? []
  const { total_items: total } = answer
  return {
    ...visit,
    query,
    answer,
    items: Array.isArray(items) ? items.filter(isObject) : [],
    itemsName,
    total: typeof total === 'number' ? total : undefined,
  }
}

/**
 * The resources that an answer leads to: by its links, by the links of its items, and by the contract, so that a missing link does not
 * hide a resource.
 */
export function leadsTo({ route, path, answer }: Visited, checker: Checker, base: string): ResourceVisit[] {
  const found: ResourceVisit[] = []
  const add = (href: string, item: Json | undefined, isLinked = true): void => {
    if (!href.startsWith(`${base}/`) || href.includes('{')) return
    const reference = href.slice(base.length).replace(/[?#].*$/s, '')
    if (!staysBelow(reference)) return
    const deployed = checker.vocabulary.paths.toDeployment(reference)
    const to = checker.vocabulary.find(deployed)?.match.item['GET']
    if (to && deployed !== path) found.push({ route: to, path: deployed, item, isLinked })
  }
  const follow = (value: unknown, item: Json | undefined): void => {
    if (Array.isArray(value)) return value.forEach((each) => follow(each, isObject(each) && each['_links'] ? each : item))
    if (!isObject(value)) return
    for (const link of Array.isArray(value['_links']) ? value['_links'] : [])
      if (isObject(link) && link['method'] === 'GET' && typeof link['href'] === 'string') add(link['href'], item)
    for (const [name, member] of Object.entries(value)) if (name !== '_links') follow(member, item)
  }
  follow(answer, undefined)
  // The contacts of an audience are those of a list, and nothing links to them.
  if (route.id === 'getList') add(`${base}/audiences/${encodeURIComponent(String(answer['id']))}/contacts`, undefined, false)
  for (const below of routesBelow(route))
    add(`${base}${checker.vocabulary.paths.toReference(path).replace(/\/$/, '')}${below}`, undefined, false)
  return found
}

/** The fixed paths below a resource that the contract has. */
function routesBelow({ path }: Route): string[] {
  const prefix = path === '/' ? '' : path
  return routes.flatMap((each) => {
    const rest = each.method === 'GET' && each.path.startsWith(`${prefix}/`) ? each.path.slice(prefix.length) : ''
    return rest !== '' && !rest.includes('{') ? [rest] : []
  })
}

/** What kind of thing an item is: its short lower-case words, such as type and status, and the members that it has. */
export function classifyItem(item: Json | undefined): string {
  if (!item) return ''
  const words = Object.entries(item).map(([name, value]) =>
    KIND_MEMBERS.has(name) && typeof value === 'string' ? `${name}=${value}` : value === null ? '' : name,
  )
  return words.join()
}

const KIND_MEMBERS: ReadonlySet<string> = new Set(['type', 'status', 'email_type', 'visibility', 'source', 'action'])

/** How much there is to see below an item: the sum of the orders of magnitude of its counts. */
export function measureRichness(item: Json | undefined): number {
  // The details of a campaign with versions or issues are below these.
  if (item?.['type'] === 'variate' || item?.['type'] === 'rss') return 0
  let sum = 0
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'number' && COUNTS.test(name)) sum += Math.log2(1 + Math.max(0, value))
    else if (isObject(value)) for (const [key, member] of Object.entries(value)) visit(member, key)
  }
  visit(item, '')
  return sum
}

const COUNTS = /count|total|_sent|opens|clicks|items/
