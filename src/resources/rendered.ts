import type { BodySource } from '../support/reply.ts'
import type { Row } from '../world/table.ts'

/**
 * What a record is rendered from: rows and other values that never change, but no transaction. It takes less memory than the text, and
 * yields the same text each time.
 */
export abstract class RecordSource implements BodySource {
  /** Renders the record without its links. */
  abstract record(): object
  /** Renders the links as JSON. */
  abstract links(): string

  get text(): string {
    return withLinks(JSON.stringify(this.record()), this)
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

function withLinks(record: string, source: RecordSource): string {
  return `${record.slice(0, -1)},"_links":${source.links()}}`
}

/**
 * A record as JSON text. Records are read far more often than they change, so their text is cached with the row. A row alone does
 * not determine it: the context stands for everything else that the view shows (the URL of the world, the merge fields of the
 * list), and is a new object whenever that changes.
 */
export class Rendered<T> {
  /** The data that the text can be rebuilt from. */
  readonly source: RecordSource
  /** The id of the record in the web application, if it has one. */
  readonly webId: number | undefined
  /** The record without its links, until the server edge has validated it. */
  #fresh: object | undefined
  /** Its text, until it is requested for the first time. */
  #own: string | undefined
  /** The whole text, cached when it is requested a second time: most records are shown only once. */
  #json: string | undefined
  #isRequested = false
  declare private readonly type?: T

  constructor(source: RecordSource) {
    const record = source.record()
    this.source = source
    this.webId = 'web_id' in record && typeof record.web_id === 'number' ? record.web_id : undefined
    this.#own = JSON.stringify(record)
    this.#fresh = Object.assign(record, { _links: NO_LINKS })
  }

  /** The whole text. */
  get json(): string {
    if (this.#json !== undefined) return this.#json
    const json = this.#own === undefined ? this.source.text : withLinks(this.#own, this.source)
    this.#own = undefined
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
    return this.#fresh
  }

  /** Marks the record as validated; from then on only its source and its text are kept. */
  approve(): void {
    this.#fresh = undefined
  }

  /** The record as data. */
  value(): unknown {
    return this.#json === undefined
      ? { ...this.source.record(), _links: JSON.parse(this.source.links()) }
      : JSON.parse(this.#json)
  }
}

const NO_LINKS: readonly never[] = []

/** Maximum number of cached characters of all records. Beyond it, the cache is cleared. */
const CACHED_CHARACTERS_MAX = 16 * 1024 * 1024

/** A text and its row. It is cached by the row's number, and valid only for the same row object. */
interface CachedText {
  readonly row: Row
  readonly text: Rendered<unknown>
}

let cache = new WeakMap<object, Map<number, CachedText>>()
let characters = 0

/** The text of a row in a context, from the cache or rendered now. */
export function rendered<T extends { readonly _links: unknown }>(
  context: object,
  row: Row,
  source: () => RecordSource,
): Rendered<T> {
  // Whole texts, cached on their second read, count as well, so reading alone can reach the limit.
  if (characters > CACHED_CHARACTERS_MAX) {
    cache = new WeakMap()
    characters = 0
  }
  const texts = textsIn(context)
  const cached = texts.get(row.seq)
  if (cached?.row === row) return cached.text as Rendered<T>
  const text = new Rendered<T>(source())
  characters += text.characters - (cached?.text.characters ?? 0)
  texts.set(row.seq, { row, text })
  return text
}

function textsIn(context: object): Map<number, CachedText> {
  let texts = cache.get(context)
  if (!texts) cache.set(context, (texts = new Map()))
  return texts
}

const contexts = new WeakMap<object, Map<string, object>>()

/** One object for each pair of a member schema and a URL, for as long as the schema lives. */
export function contextOf(schema: object, baseUrl: string): object {
  let ofSchema = contexts.get(schema)
  if (!ofSchema) contexts.set(schema, (ofSchema = new Map()))
  let context = ofSchema.get(baseUrl)
  if (!context) ofSchema.set(baseUrl, (context = {}))
  return context
}
