import type { LinkTarget } from '../contract/route.ts'
import { links, type Schemas } from '../contract/service.ts'
import type { Tx } from '../world/tx.ts'

type Link = Schemas['Link']
type Linked = keyof typeof links
type Values = { readonly [parameter: string]: string | number }

/** The calls that a resource offers next, from the contract: `schema` names it, `path` fills the parameters of the paths. */
export function linksOf(tx: Tx, schema: Linked, path: Values = {}): Link[] {
  return templatesOf(tx.world.base_url, schema).map(({ rel, href, rest }) => ({ rel, href: href(path), ...rest }))
}

/** The same as JSON, for records that are kept as text. */
export function linksText(tx: Tx, schema: Linked, path: Values = {}): string {
  let text = ''
  for (const { before, href, after } of templatesOf(tx.world.base_url, schema))
    text += `${text && ','}${before}${href(path)}${after}`
  return `[${text}]`
}

/** A link that waits for the values of its path; `before` and `after` stand around the address in its JSON. */
interface Template {
  readonly rel: string
  readonly href: (path: Values) => string
  readonly rest: Omit<Link, 'rel' | 'href'>
  readonly before: string
  readonly after: string
}

const targets: { readonly [schema: string]: { readonly [rel: string]: LinkTarget } } = links

/** Templates are kept for so many addresses of worlds. */
const ADDRESSES_KEPT_MAX = 1_000
const templates = new Map<string, Map<string, readonly Template[]>>()

function templatesOf(base: string, schema: string): readonly Template[] {
  let ofBase = templates.get(base)
  if (!ofBase) {
    if (templates.size >= ADDRESSES_KEPT_MAX) templates.clear()
    templates.set(base, (ofBase = new Map()))
  }
  let made = ofBase.get(schema)
  if (!made) {
    made = Object.entries(targets[schema] ?? {}).map(([rel, target]) => templateOf(base, rel, target))
    ofBase.set(schema, made)
  }
  return made
}

function templateOf(base: string, rel: string, { path, method, schemaName, collection, body }: LinkTarget): Template {
  const [start = '', ...pieces] = `${base}/3.0${path}`.split('{')
  const holes = pieces.map((piece) => {
    const [name = '', after = ''] = piece.split('}')
    return { name, after }
  })
  const definitions = `${base}/schema/3.0/Definitions/${schemaName}`
  const rest = {
    method: method as Link['method'],
    ...(method === 'GET' ? { targetSchema: `${definitions}/${collection ? 'CollectionResponse' : 'Response'}.json` } : {}),
    ...(body ? { schema: `${definitions}/${method}.json` } : {}),
  }
  return {
    rel,
    rest,
    href: (values) => holes.reduce((href, { name, after }) => href + filled(name, values[name]) + after, start),
    before: `{"rel":${JSON.stringify(rel)},"href":"`,
    after: `",${JSON.stringify(rest).slice(1)}`,
  }
}

const PLAIN = /^[\w.-]+$/

/** A parameter that has no value stays in its braces: the link is a template. */
function filled(name: string, value: string | number | undefined): string {
  if (value === undefined) return `{${name}}`
  return typeof value === 'number' || PLAIN.test(value) ? String(value) : encodeURIComponent(value)
}
