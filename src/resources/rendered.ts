import type { BodySource } from '../support/reply.ts'
import type { Row } from '../world/table.ts'

/** A record in little room: its links are most of its text, and always the same. */
class RecordSource implements BodySource {
  readonly #record: string
  readonly #links: () => string

  constructor(record: string, links: () => string) {
    this.#record = record
    this.#links = links
  }

  get text(): string {
    return `${this.#record.slice(0, -1)},"_links":${this.#links()}}`
  }

  get own(): string {
    return this.#record
  }
}

/**
 * A record as JSON text. Records are read far more often than they change, so their text is kept with the row. A row
 * alone does not determine it: the context holds what else the view shows (the address of the world, the merge fields of
 * the list), and is a new object whenever one of these changes.
 */
export class Rendered<T> {
  /** What the text can be written from once more. */
  readonly source: BodySource
  /** The number under which the web application shows the record, if it has one. */
  readonly webId: number | undefined
  /** The record with its links left out, until the edge has held it against the contract. */
  #fresh: object | undefined
  /** The whole text, from when it is asked for again: most records are shown once, to who made or changed them. */
  #json: string | undefined
  #asked = false
  declare private readonly type?: T

  constructor(record: object, links: () => string) {
    this.source = new RecordSource(JSON.stringify(record), links)
    this.webId = 'web_id' in record && typeof record.web_id === 'number' ? record.web_id : undefined
    this.#fresh = Object.assign(record, { _links: NO_LINKS })
  }

  /** The whole text. */
  get json(): string {
    if (this.#json !== undefined) return this.#json
    const json = this.source.text
    if (this.#asked) {
      this.#json = json
      characters += json.length
    }
    this.#asked = true
    return json
  }

  /** How many characters are kept for it. */
  get characters(): number {
    return this.source.own.length + (this.#json?.length ?? 0)
  }

  /** What has to be held against the contract: nothing once that was done. Links are not in it, since the contract made them. */
  get unchecked(): object | undefined {
    return this.#fresh
  }

  /** To be told once the record was held against the contract; from then on only its text is kept. */
  approve(): void {
    this.#fresh = undefined
  }

  /** The record as data. */
  value(): unknown {
    return JSON.parse(this.#json ?? this.source.text)
  }
}

const NO_LINKS: readonly never[] = []

/** The text of all records together may take so many characters; then it is rendered anew. */
const CHARACTERS_KEPT_MAX = 16 * 1024 * 1024

/** A text and the row it shows. They are kept by the row's number, and hold only while it is the very same row. */
interface Kept {
  readonly row: Row
  readonly text: Rendered<unknown>
}

let kept = new WeakMap<object, Map<number, Kept>>()
let characters = 0

/** The text of a row in a context, rendered now if it is not known. The view shows all but the links. */
export function rendered<T extends { readonly _links: unknown }>(
  context: object,
  row: Row,
  view: () => Omit<T, '_links'>,
  links: () => () => string,
): Rendered<T> {
  // Texts that are kept whole from their second time on count as well, so that reading alone can reach the limit.
  if (characters > CHARACTERS_KEPT_MAX) {
    kept = new WeakMap()
    characters = 0
  }
  const texts = textsIn(context)
  const known = texts.get(row.seq)
  if (known?.row === row) return known.text as Rendered<T>
  const text = new Rendered<T>(view(), links())
  characters += text.characters - (known?.text.characters ?? 0)
  texts.set(row.seq, { row, text })
  return text
}

function textsIn(context: object): Map<number, Kept> {
  let texts = kept.get(context)
  if (!texts) kept.set(context, (texts = new Map()))
  return texts
}

const contexts = new WeakMap<object, Map<string, object>>()

/** One object for each pair of a shape and an address, for as long as the shape lives. */
export function contextOf(shape: object, baseUrl: string): object {
  let ofShape = contexts.get(shape)
  if (!ofShape) contexts.set(shape, (ofShape = new Map()))
  let context = ofShape.get(baseUrl)
  if (!context) ofShape.set(baseUrl, (context = {}))
  return context
}
