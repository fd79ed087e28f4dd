import { equal } from '../../kernel/support/objects.ts'
import { isObject, asList, asObject } from '../../kernel/support/is-object.ts'
import { readInstantMillis } from '../../kernel/support/time.ts'
import type { CheckResult, Checker } from '../drift/check.ts'
import { describeValue, type Noted, formatValue } from '../drift/finding.ts'
import { type FoundResource, resourcesIn } from '../account/resources.ts'
import { TOLERANCE_MS } from './clock.ts'
import { nameIdKind, type Ids } from './ids.ts'
import { findAnswerPlaces, type AnswerPlace } from './places.ts'
import type { Pair } from './twin.ts'

/** What was compared before, over all pairs of a recording. */
export interface Memory {
  readonly ids: Ids
  /** The ids and addresses of objects that the recording created: everything about them follows from its requests. */
  readonly created: ReadonlySet<string>
  /** Whether instants cannot be predicted, since the time of the service is not known. */
  readonly isTimeless: boolean
  /** The values of each place of each object, as they were last seen. */
  readonly seen: Map<string, { readonly recorded: unknown; readonly made: unknown }>
}

/** The outcome of a comparison. */
interface PairOutcome {
  readonly noted: readonly Noted[]
  /** The number of values that differ from the start, since the recording does not tell the state that they follow from. */
  readonly unknown: number
}

/** Compares the answers of a pair: their members, their order, and the values that do not depend on ids. */
export function compareAnswers(checker: Checker, pair: Pair, memory: Memory): PairOutcome {
  const comparison = new Comparison(checker, pair, memory)
  comparison.run()
  return comparison
}

/** Whether all that a call shows follows from the requests of the recording: it is about an object that they created. */
export function isBelowCreated({ path, query }: CheckResult, created: Memory['created']): boolean {
  const last = Object.values(path).at(-1)
  return [...(last === undefined ? [] : [last]), ...query.values()].some((each) => created.has(each.toLowerCase()))
}

/** An object around a value. */
interface Owner {
  readonly key: string
  /** Whether all its values follow from the requests of the recording. */
  readonly isKnown: boolean
  /** The pointer to it. */
  readonly at: string
  /** The name of the parameter that has its id in paths. */
  readonly idKind: string
}

class Comparison implements PairOutcome {
  readonly noted: Noted[] = []
  unknown = 0
  readonly #pair: Pair
  readonly #memory: Memory
  readonly #places: ReadonlyMap<string, AnswerPlace>
  /** The schemas of the objects in the recorded answer. */
  readonly #schemas: ReadonlyMap<FoundResource['value'], string>

  constructor(checker: Checker, pair: Pair, memory: Memory) {
    this.#pair = pair
    this.#memory = memory
    const { route } = pair.recorded.checked
    this.#places = route && pair.recorded.status < 300 ? findAnswerPlaces(checker, route.id) : new Map()
    this.#schemas = new Map(resourcesIn(checker, pair.recorded.checked).map(({ value, schema }) => [value, schema]))
  }

  run(): void {
    const { recorded, made } = this.#pair
    const { query } = recorded.checked
    const filters = [...query].filter(([name]) => name !== 'fields' && name !== 'exclude_fields')
    const owner = {
      key: `${recorded.method} ${recorded.url.pathname}?${filters.map((each) => each.join('=')).join('&')}`,
      isKnown: recorded.status >= 400 || isBelowCreated(recorded.checked, this.#memory.created),
      at: '',
      idKind: '',
    }
    this.#value(recorded.checked.answer, made.checked.answer, '', owner)
  }

  #value(recorded: unknown, made: unknown, at: string, owner: Owner): void {
    const name = at.slice(at.lastIndexOf('/') + 1)
    if (name === '_links') return this.#links(asList(recorded), asList(made), at)
    if (VOLATILE.has(name)) return
    if (isObject(recorded) && isObject(made)) return this.#members(recorded, made, at, owner)
    if (Array.isArray(recorded) && Array.isArray(made)) return this.#items(recorded, made, at, owner)
    this.#scalar(recorded, made, { name, at, owner })
  }

  #members(
    recorded: { readonly [name: string]: unknown },
    made: { readonly [name: string]: unknown },
    at: string,
    above: Owner,
  ): void {
    const owner = this.#ownerOf(recorded, at, above) ?? above
    if (this.#places.has(`${at}/*`)) return this.#freeMembers(recorded, made, at, owner)
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(made)]))
      this.#value(recorded[name], made[name], `${at}/${name}`, owner)
  }

  /** Members of any name, such as the ids of interests. */
  #freeMembers(
    recorded: { readonly [name: string]: unknown },
    made: { readonly [name: string]: unknown },
    at: string,
    owner: Owner,
  ): void {
    const names = new Map(Object.keys(recorded).map((name) => [String(this.#memory.ids.of('', name)), name]))
    for (const name of new Set([...names.keys(), ...Object.keys(made)])) {
      const own = { ...owner, key: `${owner.key} ${name}` }
      this.#value(recorded[names.get(name) ?? name], made[name], `${at}/*`, own)
    }
  }

  /** An object with an id of its own. */
  #ownerOf(value: { readonly [name: string]: unknown }, at: string, above: Owner): Owner | undefined {
    const { id, email_address: address, tag } = value
    const own =
      typeof address === 'string' ? address.toLowerCase() : typeof id === 'string' || typeof id === 'number' ? String(id) : tag
    if (typeof own !== 'string' || own === '') return undefined
    const idKind = this.#idKindOf(value, at)
    const list = typeof value['list_id'] === 'string' ? value['list_id'] : (this.#pair.recorded.checked.path['list_id'] ?? '')
    return {
      key: `${kindAt(at, this.#pair)} ${list} ${own}`,
      isKnown: above.isKnown || this.#memory.created.has(own),
      at,
      idKind,
    }
  }

  #items(recorded: readonly unknown[], made: readonly unknown[], at: string, owner: Owner): void {
    const keys = recorded.map((each) => this.#keyOf(each, at, true))
    const others = made.map((each) => this.#keyOf(each, at, false))
    const isKeyed =
      keys.every((key) => key !== undefined) && new Set(keys).size === keys.length && new Set(others).size === others.length
    const isSame = isKeyed && sameItems(keys, others)
    if (isSame)
      this.#note(
        at,
        keys.every((key, index) => key === others[index]),
        'the same order',
        'another order',
      )
    else
      this.#scalar(recorded.length, made.length, {
        name: 'length',
        at,
        owner: { ...owner, key: `${owner.key} items` },
        isCount: true,
      })
    // A page of other objects tells nothing if the state is not known as a whole.
    const isPaired = isSame || (isKeyed && !owner.isKnown)
    if (!isPaired && recorded.length !== made.length) return
    for (const [index, item] of recorded.entries()) {
      const other = isPaired ? others.indexOf(keys[index]) : index
      if (other === -1) this.unknown++
      else this.#value(item, made[other], `${at}/*`, { ...owner, key: `${owner.key} ${isPaired ? keys[index] : index}` })
    }
  }

  /** What tells items of a list apart: a name, or an id. */
  #keyOf(item: unknown, at: string, isRecorded: boolean): string | undefined {
    const name = keyOfItem(item)
    const { id } = asObject(item)
    if (name !== undefined || !isIdValue(id)) return name
    return String(isRecorded ? this.#memory.ids.of(this.#idKindOf(asObject(item), `${at}/*`), id) : id)
  }

  #idKindOf(value: { readonly [name: string]: unknown }, at: string): string {
    return at.endsWith('/tags/*') ? 'segment_id' : (ID_KINDS[this.#schemas.get(value) ?? ''] ?? `id at ${at}`)
  }

  #scalar(
    recorded: unknown,
    made: unknown,
    { name, at, owner, isCount = false }: { name: string; at: string; owner: Owner; isCount?: boolean },
  ): void {
    const key = `${owner.key} ${at.slice(owner.at.length)}`
    const before = this.#memory.seen.get(key)
    const isSame = this.#isSame(recorded, made, isId(name) ? (name === 'id' ? owner.idKind : nameIdKind(name)) : undefined)
    this.#memory.seen.set(key, { recorded, made })
    if (isSame) return this.#note(at, true)
    // A value that was sent is known, whatever was there before.
    const isSent = owner.at === '' && this.#isSent(at)
    const isShape = (recorded === undefined || made === undefined) && this.#places.get(at)?.isRequired === true
    if (!owner.isKnown && !isSent && !isShape) {
      if (before === undefined) return void this.unknown++
      if (this.#isSameChange(before, { recorded, made })) return
    }
    const listed = this.#places.get(at)?.listed
    const words = (value: unknown): string =>
      isCount
        ? `a list of ${String(value)} items`
        : listed?.includes(value) || typeof value === 'boolean'
          ? String(value)
          : describeValue(value)
    const [expected, found] = [words(made), words(recorded)]
    this.noted.push({
      ...this.#at(at),
      difference: { expected, found: expected === found ? `another: ${found}` : found, value: formatValue(recorded) },
    })
  }

  /** Whether the request has a value at a place. */
  #isSent(at: string): boolean {
    const { request } = this.#pair.recorded.checked
    const [above = ''] = at.split('/*')
    return (
      above
        .slice(1)
        .split('/')
        .reduce<unknown>((value, name) => asObject(value)[name], request) !== undefined
    )
  }

  /** Whether a value that was not the same before has changed alike on both sides. */
  #isSameChange(
    before: { readonly recorded: unknown; readonly made: unknown },
    now: { readonly recorded: unknown; readonly made: unknown },
  ): boolean {
    const numbers = [before.recorded, before.made, now.recorded, now.made].map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = numbers
    if (typeof now.recorded === 'number' && typeof now.made === 'number' && numbers.every(Number.isFinite)) return c - a === d - b
    return equal(before.recorded, now.recorded) === equal(before.made, now.made)
  }

  #isSame(recorded: unknown, made: unknown, kind: string | undefined): boolean {
    if (recorded === made) {
      if (kind !== undefined && isIdValue(recorded)) this.#memory.ids.pair(kind, recorded, recorded)
      return true
    }
    if (kind !== undefined && isIdValue(recorded) && isIdValue(made)) {
      const isNone = (id: string | number): boolean => id === '' || id === 0
      return isNone(recorded) === isNone(made) && this.#memory.ids.pair(kind, recorded, made)
    }
    if (typeof recorded !== 'string' || typeof made !== 'string') return false
    const times = [recorded, made].map((each) => readInstantMillis(each))
    const [a, b] = times
    if (a !== undefined && b !== undefined) return this.#memory.isTimeless || Math.abs(a - b) <= TOLERANCE_MS
    if (isUrl(recorded) && isUrl(made)) return true
    return maskVolatile(this.#memory.ids.text(recorded)) === maskVolatile(made)
  }

  #links(recorded: readonly unknown[], made: readonly unknown[], at: string): void {
    const words = (links: readonly unknown[]): string =>
      links.map((each) => `${String(asObject(each)['rel'])} ${String(asObject(each)['method'])}`).join(', ')
    this.#note(at, words(recorded) === words(made), `the links ${words(made)}`, 'other links, or another order')
  }

  #note(at: string, isSame: boolean, expected = '', found = ''): void {
    this.noted.push({ ...this.#at(at), difference: isSame ? undefined : { expected, found } })
  }

  #at(at: string): Omit<Noted, 'difference'> {
    const { route } = this.#pair.recorded.checked
    return { operation: route?.id, aspect: 'replay', at, assumptions: this.#places.get(at)?.assumptions ?? [] }
  }
}

/** The parameters that hold the ids of objects, by their schemas, if the ids are numbers. */
const ID_KINDS: { readonly [schema: string]: string } = {
  MemberNote: 'note_id',
  MergeField: 'merge_id',
  Segment: 'segment_id',
  Template: 'template_id',
  File: 'file_id',
  FileFolder: 'file_folder_id',
  CampaignFeedback: 'feedback_id',
}

/** Members whose values no request determines. Serial numbers count objects that the recording does not show. */
const VOLATILE: ReadonlySet<string> = new Set([
  'web_id',
  'display_order',
  'instance',
  'api_key',
  'response_body_url',
  'secret',
  'beamer_address',
  'password',
  'created_by',
  'edited_by',
])

function isId(name: string): boolean {
  return /(?:^|_)id$/.test(name)
}

function isIdValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

/** A text without what differs from call to call: hosts, ids, instants. */
function maskVolatile(text: string): string {
  return text
    .replace(/https?:\/\/[^/\s"'<>]+/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{10,}\b/g, '{id}')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '{time}')
}

/** What tells items of a list apart, besides ids. */
function keyOfItem(item: unknown): string | undefined {
  const { email_address: address, tag, name, rel, day, month, domain } = asObject(item)
  const key = [address, tag, name, rel, day, month, domain].find((each) => typeof each === 'string')
  return typeof key === 'string' ? key.toLowerCase() : undefined
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && new Set([...one, ...other]).size === one.length
}

/** The kind of object at a place: two answers may show the same one at different places. */
function kindAt(at: string, { recorded }: Pair): string {
  return `${recorded.checked.route?.resource ?? ''}${at.split('/').length > 3 ? at : ''}`
}
