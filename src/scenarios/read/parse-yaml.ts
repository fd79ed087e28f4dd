import type * as Yaml from 'yaml'
import { tooDeep as tooDeepJson } from '../../calls/json.ts'
import { jsonFaultOf } from '../../support/json-fault.ts'
import type { Path } from './scenario-error.ts'

/** A file that could be read: what it says, and on which line it says what. */
export interface Written {
  readonly data: unknown
  /** The line on which a place stands, or the last place on the way that is there. */
  readonly lineOf: (path: Path) => number
}

/** A place at which a file cannot be read at all. */
export interface Illegible {
  readonly line: number
  readonly message: string
}

/** A file that cannot be read. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly places: readonly Illegible[]

  constructor(places: readonly Illegible[]) {
    super(places[0]?.message ?? 'cannot be read')
    this.places = places
  }
}

/** A file may hold so many values and signs, and those nested so deeply: the parser takes a kilobyte for each, and a stack for the rest. */
const VALUES_MAX = 500_000
const DEPTH_MAX = 64

/** An alias may stand for what holds aliases in turn, so many in all. */
const ALIASES_MAX = 1_000

/** Reads YAML, which JSON is as well. */
export async function readYaml(text: string): Promise<Written> {
  const yaml = await import('yaml')
  survey(text)
  const lines = new yaml.LineCounter()
  const line = (offset = 0): number => lines.linePos(offset).line
  // Whether keys are unique is looked at below: the parser compares each with all others.
  const document = parsed(yaml, text, lines)
  const broken = [...document.errors, ...document.warnings]
  if (broken.some(({ message }) => message.includes('call stack'))) throw new Unreadable([tooDeep()])
  if (broken.length > 0) throw new Unreadable(broken.map(({ message, pos }) => ({ line: line(pos[0]), message })))
  const odd = oddities(yaml, document.contents).map(({ offset, message }) => ({ line: line(offset), message }))
  if (odd.length > 0) throw new Unreadable(odd)
  return { data: plain(valueOf(document)), lineOf: (path) => line(offsetOf(yaml, document, path)) }
}

function parsed(yaml: typeof Yaml, text: string, lineCounter: Yaml.LineCounter): Yaml.Document.Parsed {
  const { stackTraceLimit } = Error
  // Of very many errors each would look up where in the parser it was made.
  Error.stackTraceLimit = 0
  try {
    return yaml.parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Reads JSON. Its faults are described as faults of JSON, although YAML would allow some of them. */
export async function readJson(text: string): Promise<Written> {
  if (tooDeepJson(text)) throw new Unreadable([tooDeep()])
  const fault = jsonFaultOf(text)
  if (fault) throw new Unreadable([{ line: fault.line, message: `is not JSON: ${fault.problem} in column ${fault.column}` }])
  return readYaml(text)
}

/** There are no more values and no more slips in a text than marks that can begin or end one, and none is deeper than brackets are left open. */
function survey(text: string): void {
  let marks = 0
  let open = 0
  for (const [mark] of text.matchAll(/[\n,:?[\]{}&*!|>%#"'\\]|- /g)) {
    if (++marks > VALUES_MAX) throw tooLarge()
    if (mark === '[' || mark === '{') open++
    else if (mark === ']' || mark === '}') open--
    if (open > OPEN_MAX) throw new Unreadable([tooDeep()])
  }
}

/** More brackets than this do not stay open in texts of templates and the like, where they mean nothing. */
const OPEN_MAX = 1_000

function tooLarge(): Unreadable {
  return new Unreadable([
    {
      line: 1,
      message: `is too large: there are more than ${VALUES_MAX} values and signs in it. Let data in bulk be made by \`generate\`.`,
    },
  ])
}

function tooDeep(): Illegible {
  return { line: 1, message: `is nested deeper than ${DEPTH_MAX} levels` }
}

/** Of one map so many of these are told. */
const ODDITIES_MAX = 100

interface Oddity {
  readonly offset: number
  readonly message: string
}

/** What is YAML, but nothing that data can be read from. */
function oddities(yaml: typeof Yaml, contents: unknown): Oddity[] {
  const found: Oddity[] = []
  const anchors = new Set<string>()
  const waiting: { readonly node: unknown; readonly depth: number }[] = [{ node: contents, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    if (!yaml.isNode(node)) continue
    const offset = node.range?.[0] ?? 0
    if (yaml.isAlias(node)) {
      if (!anchors.has(node.source)) found.push({ offset, message: `There is no anchor &${node.source} before this` })
      continue
    }
    if (node.anchor !== undefined) anchors.add(node.anchor)
    if (depth > DEPTH_MAX) return [{ offset, message: tooDeep().message }]
    if (yaml.isMap(node)) found.push(...oddKeys(yaml, node))
    const below = yaml.isMap(node) ? node.items.map(({ value }) => value) : yaml.isSeq(node) ? node.items : []
    // In the order of the text: an anchor stands before what it is an anchor for.
    for (const each of below.toReversed()) waiting.push({ node: each, depth: depth + 1 })
  }
  return found
}

function oddKeys(yaml: typeof Yaml, { items, range }: Yaml.YAMLMap): Oddity[] {
  const known = new Set<string>()
  const found: Oddity[] = []
  for (const { key } of items) {
    const offset = (yaml.isNode(key) ? key.range : range)?.[0] ?? 0
    if (!yaml.isScalar(key)) found.push({ offset, message: 'Keys must be plain texts' })
    else if (known.has(String(key.value))) found.push({ offset, message: 'Map keys must be unique' })
    else known.add(String(key.value))
    if (found.length >= ODDITIES_MAX) break
  }
  return found
}

function valueOf(document: Yaml.Document): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw new Unreadable([{ line: 1, message: `has aliases that stand for too much, more than ${ALIASES_MAX} in all` }])
  }
}

/** The same data with nothing in it twice: what aliases stand for is counted as often as it stands there. */
function plain(data: unknown): unknown {
  let values = 0
  const copy = (value: unknown, depth: number): unknown => {
    if (++values > VALUES_MAX) throw tooLarge()
    if (depth > DEPTH_MAX) throw new Unreadable([tooDeep()])
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copy(item, depth + 1)]))
  }
  return copy(data, 0)
}

function offsetOf(yaml: typeof Yaml, document: Yaml.Document, path: Path): number {
  let node: unknown = document.contents
  let offset = yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const step of path) {
    // A mistake in what an alias stands for is one of the alias: behind the anchor itself it was none.
    if (yaml.isAlias(node)) break
    const below = yaml.isMap(node) ? node.items.find(({ key }) => String(key) === String(step)) : undefined
    const next: unknown = below ? below.value : yaml.isSeq(node) ? node.items[Number(step)] : undefined
    const place: unknown = below ? below.key : next
    if (!yaml.isNode(place)) break
    offset = place.range?.[0] ?? offset
    node = next
  }
  return offset
}
