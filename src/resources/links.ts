import type { LinkTarget } from '../contract/route.ts'
import { links, type Schemas } from '../contract/service.ts'
import type { Tx } from '../world/tx.ts'

type Link = Schemas['Link']
type Linked = keyof typeof links
type Values = { readonly [parameter: string]: string | number }

/** The calls that a resource offers next, from the contract: `schema` names it, `path` fills the parameters of the paths. */
export function linksOf(tx: Tx, schema: Linked, path: Values = {}): Link[] {
  return sheetOf(tx.world.base_url, schema).links.map(({ rel, href, rest }) => ({ rel, href: filled(href, path), ...rest }))
}

/** The same as JSON, for records that are kept as text; it is written whenever it is asked for. */
export function linksText(tx: Tx, schema: Linked, path: Values = {}): () => string {
  return textAt(tx.world.base_url, schema, path)
}

/** What is held here outlives the transaction, and must not keep it. */
function textAt(base: string, schema: Linked, path: Values): () => string {
  return () => filled(sheetOf(base, schema).text, path)
}

/** The links of a schema at one address of a world, with holes for the values of their paths. */
interface Sheet {
  readonly links: readonly { readonly rel: string; readonly href: Template; readonly rest: Omit<Link, 'rel' | 'href'> }[]
  readonly text: Template
}

/** A text that alternates with the names of values: `pieces` is one longer than `names`. */
interface Template {
  readonly pieces: readonly string[]
  readonly names: readonly string[]
}

const targets: { readonly [schema: string]: { readonly [rel: string]: LinkTarget } } = links

/** Sheets are kept for so many addresses of worlds: they take some 50 KB each, and are soon made again. */
const ADDRESSES_KEPT_MAX = 100
const sheets = new Map<string, Map<string, Sheet>>()

function sheetOf(base: string, schema: string): Sheet {
  let ofBase = sheets.get(base)
  if (!ofBase) {
    const [oldest] = sheets.size >= ADDRESSES_KEPT_MAX ? sheets.keys() : []
    if (oldest !== undefined) sheets.delete(oldest)
    sheets.set(base, (ofBase = new Map()))
  }
  let sheet = ofBase.get(schema)
  if (!sheet) ofBase.set(schema, (sheet = makeSheet(base, targets[schema] ?? {})))
  return sheet
}

function makeSheet(base: string, ofSchema: { readonly [rel: string]: LinkTarget }): Sheet {
  const made = Object.entries(ofSchema).map(([rel, target]) => ({
    rel,
    href: `${base}/3.0${target.path}`,
    rest: restOf(base, target),
  }))
  const text = JSON.stringify(made.map(({ rel, href, rest }) => ({ rel, href: marked(href), ...rest })))
  return { links: made.map((link) => ({ ...link, href: templateOf(marked(link.href)) })), text: templateOf(text) }
}

function restOf(base: string, { method, schemaName, collection, body }: LinkTarget): Omit<Link, 'rel' | 'href'> {
  const definitions = `${base}/schema/3.0/Definitions/${schemaName}`
  return {
    method: method as Link['method'],
    ...(method === 'GET' ? { targetSchema: `${definitions}/${collection ? 'CollectionResponse' : 'Response'}.json` } : {}),
    ...(body ? { schema: `${definitions}/${method}.json` } : {}),
  }
}

/** Stands around the name of a value; no path has it, and JSON leaves it as it is. */
const HOLE = '\u007f'

function marked(path: string): string {
  return path.replace(/\{(\w+)\}/g, `${HOLE}$1${HOLE}`)
}

function templateOf(text: string): Template {
  const parts = text.split(HOLE)
  return { pieces: parts.filter((_, i) => i % 2 === 0), names: parts.filter((_, i) => i % 2 === 1) }
}

function filled({ pieces, names }: Template, values: Values): string {
  let text = pieces[0] ?? ''
  for (let i = 0; i < names.length; i++) text += valueOf(names[i] ?? '', values) + (pieces[i + 1] ?? '')
  return text
}

const PLAIN = /^[\w.-]+$/

/** A parameter that has no value stays in its braces: the link is a template. */
function valueOf(name: string, values: Values): string {
  const value = values[name]
  if (value === undefined) return `{${name}}`
  return typeof value === 'number' || PLAIN.test(value) ? String(value) : encodeURIComponent(value)
}
