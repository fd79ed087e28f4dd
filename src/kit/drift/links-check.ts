import type { LinkTarget } from '../../kernel/contract/route.ts'
import { links } from '../../kernel/contract/service.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { decodePercent } from '../../kernel/support/percent.ts'
import { maskMemberName, formatValue, type Difference } from './finding.ts'

const targets: { readonly [schema: string]: { readonly [rel: string]: LinkTarget } } = links

/** The answer that holds the links. */
interface LinkContext {
  /** Everything of the URL of the request before `/3.0`. `undefined` if links may lead elsewhere. */
  readonly base: string | undefined
  /** The values of the parameters in the path of the request, by name. */
  readonly path: { readonly [parameter: string]: string }
}

/** The outcome for one relation; `''` stands for the links as a whole. */
interface LinkOutcome {
  readonly rel: string
  readonly difference?: Difference | undefined
}

/** Compares the links of a resource with the contract: their relations and order, methods, targets and schemas. */
export function checkLinks(schema: string, given: unknown, optional: readonly string[], context: LinkContext): LinkOutcome[] {
  const expected = targets[schema] ?? {}
  if (!Array.isArray(given)) return []
  const found = given.filter(isObject)
  const rels = found.flatMap(({ rel }) => (typeof rel === 'string' ? [rel] : []))
  const values = new Map(Object.entries(context.path).filter(([name]) => !OTHER_NAMES.has(name)))
  // One difference says that all links lead to another server: the service is behind a gateway, or has several names.
  const bases = new Set(found.map(({ href }) => (typeof href === 'string' ? href.replace(/\/3\.0(?:[/?#].*)?$/, '') : '')))
  const isElsewhere = context.base !== undefined && bases.size === 1 && found.length > 1 && !bases.has(context.base)
  const base = isElsewhere ? undefined : context.base
  const elsewhere: LinkOutcome[] = isElsewhere
    ? [
        {
          rel: '',
          difference: { expected: 'links to this server', found: 'links to another server', value: formatValue([...bases]) },
        },
      ]
    : []
  const outcomes = Object.entries(expected).flatMap(([rel, target]): LinkOutcome[] => {
    const link = found.find((each) => each['rel'] === rel)
    if (link) return [{ rel, difference: linkDifference(link, target, values, base) }]
    if (optional.includes(rel)) return []
    return [{ rel, difference: { expected: `a link to ${target.method} ${target.path}`, found: 'no such link' } }]
  })
  const unknown = rels
    .filter((rel) => !Object.hasOwn(expected, rel))
    .map((rel) => ({ rel: maskMemberName(rel), difference: { expected: 'no such link', found: 'a link' } }))
  return [...elsewhere, ...outcomes, ...unknown, ...orderOutcome(Object.keys(expected), rels)]
}

/** Parameters that have several values for one resource: the hash of a member can also be its address. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['subscriber_hash', 'contact_id', 'link_id'])

function linkDifference(
  link: { readonly [name: string]: unknown },
  target: LinkTarget,
  values: Map<string, string>,
  base: string | undefined,
): Difference | undefined {
  const { method, href } = link
  if (method !== target.method)
    return { expected: `the method ${target.method}`, found: 'another method', value: formatValue(method) }
  if (typeof href !== 'string') return undefined
  const [, origin = '', path = ''] = /^(.*?)\/3\.0(\/[^?#]*|(?=$|[?#]))/.exec(href) ?? []
  const fitting = parametersIn(path === '' ? '/' : path, target.path.split('?')[0] ?? '')
  if (!fitting) return { expected: `a link to ${target.path}`, found: 'a link to another path', value: formatValue(href) }
  for (const [name, value] of fitting) {
    const known = values.get(name)
    if (OTHER_NAMES.has(name) || value.startsWith('{')) continue
    if (known !== undefined && known !== value)
      return {
        expected: `a link with the ${name} of this resource`,
        found: `a link with another ${name}`,
        value: formatValue(href),
      }
    values.set(name, value)
  }
  if (base !== undefined && origin !== base)
    return { expected: 'a link to this server', found: 'a link to another server', value: formatValue(href) }
  return schemaDifference(link, target)
}

/** The values of the parameters of a path, or `undefined` if it does not have the form of the template. */
function parametersIn(path: string, template: string): [string, string][] | undefined {
  const written = path.split('/')
  const segments = template.split('/')
  if (written.length !== segments.length) return undefined
  const values: [string, string][] = []
  for (const [i, segment] of segments.entries()) {
    const value = written[i] ?? ''
    if (!segment.startsWith('{')) {
      if (segment !== value) return undefined
    } else if (value === '') return undefined
    else values.push([segment.slice(1, -1), decodePercent(value)])
  }
  return values
}

function schemaDifference(link: { readonly [name: string]: unknown }, target: LinkTarget): Difference | undefined {
  for (const name of ['targetSchema', 'schema'] as const) {
    const url = link[name]
    const path = target[name] && `/schema/3.0/${target[name]}`
    if (path === undefined ? url === undefined : typeof url === 'string' && url.endsWith(path)) continue
    return {
      expected: path === undefined ? `no ${name}` : `a ${name} that ends with ${path}`,
      found: url === undefined ? `no ${name}` : `another ${name}`,
      value: formatValue(url),
    }
  }
  return undefined
}

/** The order of the relations that both have. */
function orderOutcome(expected: readonly string[], found: readonly string[]): LinkOutcome[] {
  const order = expected.filter((rel) => found.includes(rel))
  const given = found.filter((rel) => expected.includes(rel))
  if (order.length < 2) return []
  if (order.join() === given.join()) return [{ rel: '' }]
  return [{ rel: '', difference: { expected: `the order ${order.join(', ')}`, found: `the order ${given.join(', ')}` } }]
}
