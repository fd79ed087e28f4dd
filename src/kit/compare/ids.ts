import { isObject } from '../../kernel/support/is-object.ts'

/** The ids of a recording, and what they are in the world that answers its requests. */
export class Ids {
  readonly #made = new Map<string, string | number>()
  readonly #recorded = new Map<string, string | number>()

  /**
   * Notes that two ids of a kind, such as `note_id`, mean the same object. Returns `false` if one of them means another object already.
   */
  pair(kind: string, recorded: string | number, made: string | number): boolean {
    const names = isUnique(recorded) && isUnique(made) ? [recorded, made] : [`${kind} ${recorded}`, `${kind} ${made}`]
    const [own = '', other = ''] = names.map(String)
    const known = this.#made.get(own)
    if (known === undefined && !this.#recorded.has(other)) {
      this.#made.set(own, made)
      this.#recorded.set(other, recorded)
      return true
    }
    return String(known) === String(made)
  }

  /** The id in the world; the recorded one if it is not known. Short ids are unique among those of their kind only. */
  of<Id extends string | number>(kind: string, recorded: Id): Id | string | number {
    return this.#made.get(isUnique(recorded) ? String(recorded) : `${kind} ${recorded}`) ?? recorded
  }

  /** A path below `/3.0`, with the ids of the world. `kinds` are the names of the parameters by their values. */
  path(path: string, kinds: ReadonlyMap<string, string>): string {
    const [below = '', query] = path.split('?')
    const steps = below.split('/').map((step) => String(this.of(kinds.get(decodeStep(step)) ?? '', decodeStep(step))))
    const own = steps.map((step) => encodeURIComponent(step).replaceAll('%40', '@')).join('/')
    if (query === undefined) return own
    const parameters = query.split('&').map((each) => {
      const [name = '', value] = each.split('=')
      if (value === undefined) return each
      const made = this.of(name, decodeStep(value))
      return made === decodeStep(value) ? each : `${name}=${encodeURIComponent(made)}`
    })
    return `${own}?${parameters.join('&')}`
  }

  /** A text with the ids of the world: a URL, or a sentence with an id in it. */
  text(text: string): string {
    return text.replace(TOKEN, (token) => String(this.of('', token)))
  }

  /** A value with the ids of the world, such as the body of a request. `name` is the name of the member that holds it. */
  value(value: unknown, name = ''): unknown {
    if (typeof value === 'string' || typeof value === 'number') return this.of(nameIdKind(name), value)
    if (Array.isArray(value)) return value.map((each) => this.value(each, name))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [String(this.of('', key)), this.value(each, key)]))
  }
}

/** The kind of the ids in a member, by its name. */
export function nameIdKind(name: string): string {
  return name === 'saved_segment_id' ? 'segment_id' : name
}

/** Ids of hexadecimal digits are unique. Numbers count the objects of their kind. */
function isUnique(id: string | number): boolean {
  return typeof id === 'string' && /^[0-9a-f-]{8,}$/i.test(id)
}

/** What may be an id within a text. */
const TOKEN = /[0-9a-f]{8,}(?:-[0-9a-f]{4,}){0,4}/g

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
