import type { Path } from './scenario-error.ts'

type Container = { [name: string]: unknown } | unknown[]

/** A copy of a file's data or of a scenario, for the removal of invalid parts. It maps places of the copy to places of the original. */
export class Draft<Data> {
  readonly data: Data
  /** The original index of the items of each array. */
  readonly #places = new Map<unknown[], number[]>()
  readonly #removed = new Set<string>()

  constructor(data: Data, removed: Iterable<string> = []) {
    this.data = this.#copy(data) as Data
    for (const each of removed) this.#removed.add(each)
  }

  /** The names, ids and other values that were removed. What refers to one of them need not be a mistake of its own. */
  get removed(): ReadonlySet<string> {
    return this.#removed
  }

  /** The path of a place in the original. */
  origin(path: Path): Path {
    const holders = this.#along(path)
    return path.map((key, depth) => {
      const holder = holders[depth]
      const places = Array.isArray(holder) ? this.#places.get(holder) : undefined
      return places?.[Number(key)] ?? key
    })
  }

  /** The value of a place. */
  at(path: Path): unknown {
    let value: unknown = this.data
    for (const key of path) value = readMember(value, key)
    return value
  }

  /** Removes a place. Returns `false` if it does not exist. */
  remove(path: Path): boolean {
    const key = path.at(-1) ?? ''
    const holder = this.#along(path).at(-1)
    if (!Array.isArray(holder)) return holder !== undefined && Object.hasOwn(holder, key) && Reflect.deleteProperty(holder, key)
    const at = Number(key)
    if (!(at in holder)) return false
    this.#places.get(holder)?.splice(at, 1)
    return holder.splice(at, 1).length === 1
  }

  /** Puts another value in a place. */
  replace(path: Path, value: unknown): boolean {
    const holder = this.#along(path).at(-1)
    return holder !== undefined && Reflect.set(holder, path.at(-1) ?? '', value)
  }

  /** Remembers the values of a place that is about to be removed, except those of another place. */
  remember(path: Path, except?: Path): void {
    const wrong = except && this.at(except)
    for (const each of scalarsIn(this.at(path))) if (each !== wrong) this.#removed.add(String(each))
  }

  /** The container of each key of a path. */
  #along(path: Path): (Container | undefined)[] {
    let at: unknown = this.data
    return path.map((key) => {
      const holder = isContainer(at) ? at : undefined
      at = readMember(at, key)
      return holder
    })
  }

  #copy(value: unknown): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#copy(item))
      this.#places.set(
        items,
        items.map((_, i) => i),
      )
      return items
    }
    if (!isContainer(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#copy(item)]))
  }
}

function readMember(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)]
  return isContainer(value) && !Array.isArray(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** All texts and numbers of a value, except references to other data. */
function* scalarsIn(value: unknown): Iterable<unknown> {
  if (typeof value === 'string' || typeof value === 'number') yield value
  if (isContainer(value)) for (const [name, each] of Object.entries(value)) if (!LINKS.includes(name)) yield* scalarsIn(each)
}

/** Members that name other data, and never give a name to their own. */
export const LINKS: readonly string[] =
  'field folder list list_id page_id parent product_id product_variant_id segment segment_id store store_id template workflow_email_id workflow_id'.split(
    ' ',
  )
