import type { BodySource } from '../../../kernel/support/reply.ts'
import type { Row } from '../../../kernel/world/table.ts'

/**
 * The source of a record: rows and other values that never change, but no transaction. It takes less memory than the text, and
 * yields the same text each time.
 */
export abstract class RecordSource<Schema = unknown, Source = unknown, Belongings = unknown> implements BodySource {
  protected readonly base_url: string
  protected readonly schema: Schema
  protected readonly row: Source
  /** The values that the record shows from other tables. */
  protected readonly belongings: Belongings

  constructor(base_url: string, schema: Schema, row: Source, belongings: Belongings) {
    this.base_url = base_url
    this.schema = schema
    this.row = row
    this.belongings = belongings
  }

  /** Renders the record without its links. */
  abstract record(): object
  /** Renders the links as JSON. */
  abstract links(): string

  /** The id of the record in the web application, if it has one. */
  get webId(): number | undefined {
    return undefined
  }

  get text(): string {
    return withLinks(Object.assign(this.record(), { _links: NO_LINKS }), this)
  }

  get weight(): number {
    return SOURCE_BYTES
  }

  toJSON(): string {
    return this.text
  }
}

/** Estimated bytes of a source and of the version of the row that it keeps. */
const SOURCE_BYTES = 600

/** The text of a record that ends with no links, with the links of its source. */
function withLinks(record: object, source: RecordSource): string {
  return `${JSON.stringify(record).slice(0, -EMPTY.length)}${source.links()}}`
}

const EMPTY = '[]}'

/**
 * A record as JSON text. Records are read far more often than they change, so their text is cached with the row: a `GET` of a page of ten takes 53 µs
 * instead of 132 (`bench/compare.mjs`, 2026-11-30). A row alone does not determine the text: the context stands for everything else that the view shows
 * (the URL of the world, the merge fields of the list), and is a new object whenever that changes.
 */
export class Rendered<T> {
  /** The data that the text can be rebuilt from. */
  readonly source: RecordSource
  /** The record without its links, until the server edge has validated it and it has been read. */
  #fresh: object | undefined
  #isApproved = false
  /** The whole text, cached when it is requested a second time: most records are shown only once. */
  #json: string | undefined
  #isRequested = false
  declare private readonly type?: T

  constructor(source: RecordSource) {
    const record = source.record()
    this.source = source
    this.#fresh = Object.assign(record, { _links: NO_LINKS })
  }

  /** The whole text. */
  get json(): string {
    if (this.#json !== undefined) return this.#json
    const fresh = this.#takeFresh()
    const json = fresh ? withLinks(fresh, this.source) : this.source.text
    if (this.#isRequested) {
      this.#json = json
      characters += json.length
    }
    this.#isRequested = true
    return json
  }

  /** The number of cached characters, and about as many for each object. */
  get characters(): number {
    return this.source.weight + (this.#json?.length ?? 0)
  }

  /** The data to validate; `undefined` once that was done. Links are not included, since they come from the contract. */
  get unchecked(): object | undefined {
    return this.#isApproved ? undefined : this.#fresh
  }

  /** Marks the record as validated. */
  approve(): void {
    this.#isApproved = true
  }

  /** The record as data. */
  value(): unknown {
    if (this.#json !== undefined) return JSON.parse(this.#json)
    return { ...(this.#takeFresh() ?? this.source.record()), _links: JSON.parse(this.source.links()) }
  }

  /** The record as it was made, for its first reader after it was validated. */
  #takeFresh(): object | undefined {
    const fresh = this.#fresh
    if (this.#isApproved) this.#fresh = undefined
    return fresh
  }
}

const NO_LINKS: readonly never[] = []

/** Maximum number of cached characters of all records. Beyond it, the cache is cleared. */
const CACHED_CHARACTERS_MAX = 16 * 1024 * 1024

/** A text and its rows. It is cached by the number of the first row, and valid only for the same row objects. */
interface CachedText {
  readonly row: Row
  readonly beside: Row | undefined
  readonly text: Rendered<unknown>
}

let cache = new WeakMap<object, Map<number, CachedText>>()
let characters = 0

/** The text of a row in a context, from the cache or rendered now. `beside` is a row of another table that the text shows as well. */
export function rendered<T extends { readonly _links: unknown }>(
  context: object,
  row: Row,
  source: () => RecordSource,
  beside?: Row,
): Rendered<T> {
  // Whole texts, cached on their second read, count as well, so reading alone can reach the limit.
  if (characters > CACHED_CHARACTERS_MAX) {
    cache = new WeakMap()
    characters = 0
  }
  const texts = readCachedTexts(context)
  const cached = texts.get(row.seq)
  if (cached?.row === row && cached.beside === beside) return cached.text as Rendered<T>
  const text = new Rendered<T>(source())
  characters += text.characters - (cached?.text.characters ?? 0)
  texts.set(row.seq, { row, beside, text })
  return text
}

function readCachedTexts(context: object): Map<number, CachedText> {
  let texts = cache.get(context)
  if (!texts) cache.set(context, (texts = new Map()))
  return texts
}

const contexts = new WeakMap<object, Map<string, object>>()

/** One object for each pair of a member schema and a key: the URL, and whatever else all records of the schema show. It lives as long as the schema. */
export function findRenderContext(schema: object, key: string): object {
  let ofSchema = contexts.get(schema)
  if (!ofSchema) contexts.set(schema, (ofSchema = new Map()))
  let context = ofSchema.get(key)
  if (!context) ofSchema.set(key, (context = {}))
  return context
}
