import type * as Yaml from 'yaml'
import { tooDeep as tooDeepJson } from '../../calls/json.ts'
import { findJsonFault } from '../../../kernel/support/json-fault.ts'
import type { Path } from './scenario-error.ts'

/** A position in a text; the first line and the first column are 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The data of a parsed file, with the positions of its places. */
export interface ParsedText {
  readonly data: unknown
  /** The position of a place. If the place does not exist, the position of its nearest existing parent. */
  readonly positionOf: (path: Path) => Position
}

/** Where a text begins. */
export const BEGINNING: Position = { line: 1, column: 1 }

/** A position at which a file cannot be parsed. */
export interface ParseError extends Position {
  readonly message: string
}

/** A file that cannot be parsed. */
export class UnreadableError extends Error {
  override readonly name = 'Unreadable'
  readonly places: readonly ParseError[]

  constructor(places: readonly ParseError[]) {
    super(places[0]?.message ?? 'cannot be read')
    this.places = places
  }
}

/**
 * Maximum number of values and delimiters in a file, and their maximum depth: the parser needs a kilobyte for each, and recursion
 * for the depth.
 */
const VALUES_MAX = 500_000
const DEPTH_MAX = 64

/** Maximum number of keys in a file, after resolving aliases: parsing and checking a key takes far longer than that of a value in a list. */
const KEYS_MAX = 50_000

/** Maximum number of aliases after resolving aliases within aliases. */
const ALIASES_MAX = 1_000

/** Parses YAML, of which JSON is a subset. */
export async function readYaml(text: string): Promise<ParsedText> {
  const yaml = await import('yaml')
  survey(text)
  countKeys(yaml, text)
  const lineCounter = new yaml.LineCounter()
  const position = (offset = 0): Position => {
    const { line, col: column } = lineCounter.linePos(offset)
    return { line, column }
  }
  // Unique keys are checked below: the parser compares each with all others, and takes 1.5 s instead of 0.2 for 20,000 keys (2026-11-30).
  const document = yaml.parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
  const broken = [...document.errors, ...document.warnings]
  if (broken.some(({ message }) => message.includes('call stack'))) throw new UnreadableError([tooDeep()])
  if (broken.length > 0) throw new UnreadableError(broken.map(({ message, pos }) => ({ ...position(pos[0]), message })))
  const odd = oddities(yaml, document.contents).map(({ offset, message }) => ({ ...position(offset), message }))
  if (odd.length > 0) throw new UnreadableError(odd)
  return { data: checkPlainData(convertDocument(document)), positionOf: (path) => position(findOffset(yaml, document, path)) }
}

/** Parses JSON. Syntax errors are reported as JSON errors, even where YAML would accept the text. */
export async function readJson(text: string): Promise<ParsedText> {
  if (tooDeepJson(text)) throw new UnreadableError([tooDeep()])
  const fault = findJsonFault(text)
  if (fault) {
    const { line, column, problem } = fault
    throw new UnreadableError([{ line, column, message: `is not JSON: ${problem} in column ${column}` }])
  }
  return readYaml(text)
}

/** Takes data that are parsed already, with the limits of texts. All of its places count as the beginning. */
export function readData(data: unknown): ParsedText {
  return { data: checkPlainData(data), positionOf: () => BEGINNING }
}

/** Limits the size before parsing: delimiters bound the number of values and errors, open brackets bound the depth. */
function survey(text: string): void {
  let marks = 0
  let open = 0
  for (const [mark] of text.matchAll(/[\n,:?[\]{}&*!|>%#"'\\]|- /g)) {
    if (++marks > VALUES_MAX) throw tooLarge()
    if (mark === '[' || mark === '{') open++
    else if (mark === ']' || mark === '}') open--
    if (open > OPEN_MAX) throw new UnreadableError([tooDeep()])
  }
}

/** Limits the number of keys before parsing. Most files have too few colons to need a look at their tokens. */
function countKeys(yaml: typeof Yaml, text: string): void {
  let colons = 0
  for (let at = text.indexOf(':'); at !== -1 && colons <= KEYS_MAX; at = text.indexOf(':', at + 1)) colons++
  if (colons <= KEYS_MAX) return
  let keys = 0
  for (const token of new yaml.Lexer().lex(text)) {
    if (yaml.CST.tokenType(token) === 'map-value-ind' && ++keys > KEYS_MAX) throw tooManyKeys()
  }
}

/** Maximum number of open brackets. Texts of templates and the like leave fewer open. */
const OPEN_MAX = 1_000

function tooLarge(): UnreadableError {
  return new UnreadableError([
    {
      ...BEGINNING,
      message: `is too large: there are more than ${VALUES_MAX} values and delimiters in it. Use \`generate\` for bulk data.`,
    },
  ])
}

function tooManyKeys(): UnreadableError {
  return new UnreadableError([
    { ...BEGINNING, message: `is too large: there are more than ${KEYS_MAX} keys in it. Use \`generate\` for bulk data.` },
  ])
}

function tooDeep(): ParseError {
  return { ...BEGINNING, message: `is nested deeper than ${DEPTH_MAX} levels` }
}

/** Maximum number of reported oddities per map. */
const ODDITIES_MAX = 100

interface Oddity {
  readonly offset: number
  readonly message: string
}

/** Valid YAML that is not valid as data. */
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
    // In document order, so that an anchor comes before its content.
    for (const each of below.toReversed()) waiting.push({ node: each, depth: depth + 1 })
  }
  return found
}

function oddKeys(yaml: typeof Yaml, { items, range }: Yaml.YAMLMap): Oddity[] {
  const keys = new Set<string>()
  const found: Oddity[] = []
  for (const { key } of items) {
    const offset = (yaml.isNode(key) ? key.range : range)?.[0] ?? 0
    if (!yaml.isScalar(key)) found.push({ offset, message: 'Keys must be plain strings' })
    else if (keys.has(String(key.value)))
      found.push({ offset, message: `Map keys must be unique; ${JSON.stringify(String(key.value).slice(0, 100))} is not` })
    else keys.add(String(key.value))
    if (found.length >= ODDITIES_MAX) break
  }
  return found
}

function convertDocument(document: Yaml.Document): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw new UnreadableError([{ ...BEGINNING, message: `has too many aliases, more than ${ALIASES_MAX} after resolving them` }])
  }
}

/** A copy of the data without shared parts: each use of an alias has its own contents, and counts. */
function checkPlainData(data: unknown): unknown {
  let [values, keys] = [0, 0]
  const copy = (value: unknown, depth: number): unknown => {
    if (++values > VALUES_MAX) throw tooLarge()
    if (depth > DEPTH_MAX) throw new UnreadableError([tooDeep()])
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    keys += entries.length
    if (keys > KEYS_MAX) throw tooManyKeys()
    return Object.fromEntries(entries.map(([name, item]) => [name, copy(item, depth + 1)]))
  }
  return copy(data, 0)
}

function findOffset(yaml: typeof Yaml, document: Yaml.Document, path: Path): number {
  let node: unknown = document.contents
  let offset = yaml.isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const name of path) {
    // An error in the content of an alias is reported at the alias, since the content is valid at its anchor.
    if (yaml.isAlias(node)) break
    const below = yaml.isMap(node) ? node.items.find(({ key }) => String(key) === String(name)) : undefined
    const next: unknown = below ? below.value : yaml.isSeq(node) ? node.items[Number(name)] : undefined
    const place: unknown = below ? below.key : next
    if (!yaml.isNode(place)) break
    offset = place.range?.[0] ?? offset
    node = next
  }
  return offset
}
