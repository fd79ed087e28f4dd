/**
 * A record as JSON text. Records are read far more often than they change, so their text is kept with the row. A row
 * alone does not determine it: the context holds what else the view shows (the address of the world, the merge fields of
 * the list), and is a new object whenever one of these changes.
 */
export class Rendered<T> {
  readonly json: string
  /** Set by the edge once the text has been held against the contract. */
  valid = false
  /** The number under which the web application shows the record, if it has one. */
  readonly webId: number | undefined
  declare private readonly type?: T

  constructor(record: T & object) {
    this.json = JSON.stringify(record)
    this.webId = 'web_id' in record && typeof record.web_id === 'number' ? record.web_id : undefined
  }

  value(): unknown {
    return JSON.parse(this.json)
  }
}

/** The text of all records together may take so many characters; then it is rendered anew. */
const CHARACTERS_KEPT_MAX = 16 * 1024 * 1024

let kept = new WeakMap<object, WeakMap<object, Rendered<unknown>>>()
let characters = 0

/** The text of a row in a context, rendered now if it is not known. */
export function rendered<T extends object>(context: object, row: object, view: () => T): Rendered<T> {
  let texts = kept.get(context)
  if (!texts) kept.set(context, (texts = new WeakMap()))
  const known = texts.get(row) as Rendered<T> | undefined
  if (known) return known
  const made = new Rendered(view())
  characters += made.json.length
  if (characters > CHARACTERS_KEPT_MAX) {
    kept = new WeakMap()
    characters = 0
    return made
  }
  texts.set(row, made)
  return made
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
