import type { Headers } from './call-record.ts'
import { weightOf } from './kept-text.ts'

/** Maximum number of header sets that are remembered for a world, and maximum size of each in bytes. */
const SETS_MAX = 16
const SET_BYTES_MAX = 8_192

/** Headers as they came. */
export type GivenHeaders = Readonly<Record<string, unknown>>

/** Headers that calls have in common. */
export interface HeaderSet {
  /** Their names in the order in which they came, without the one that varies, and their values. */
  readonly names: readonly string[]
  readonly values: readonly unknown[]
  /** Without secrets, and without the one that varies. */
  readonly kept: Headers
  /** How many bytes they take to keep without secrets, and as they came. */
  readonly weight: number
  readonly rawWeight: number
}

/** The header that varies, and how many others came before it. */
export interface Varying {
  readonly name: string
  readonly value: unknown
  readonly place: number
}

/** The headers of both sides of the calls of a world. */
export interface HeaderSides {
  readonly requests: HeaderSets
  readonly responses: HeaderSets
}

/** What is kept of headers: another version of it may keep something else of the same. */
interface Keeper {
  readonly version: number
  readonly keep: (headers: GivenHeaders) => Headers
}

/** A set, and the version by which it was last found that this is kept of it. */
interface Remembered {
  readonly set: HeaderSet
  version: number
}

/**
 * Clients send the same headers again and again: entries of the journal, and steps, share one object for them. The one header that
 * differs from call to call is kept by itself.
 */
export class HeaderSets {
  /** The name of the header that is left out. */
  readonly varying: string
  readonly #keeper: Keeper
  #sets: Remembered[] = []
  /** What was looked for last: the journal and the steps ask for the same. */
  #given: GivenHeaders | undefined
  #found: HeaderSet | undefined

  constructor(varying: string, keeper: Keeper) {
    this.varying = varying
    this.#keeper = keeper
  }

  /** The set of the same headers, if there is one. */
  find(given: GivenHeaders): HeaderSet | undefined {
    if (given !== this.#given) {
      this.#given = given
      this.#found = this.#search(given)
    }
    return this.#found
  }

  /** Begins a set; the one that was begun first goes if there are too many. */
  add(given: GivenHeaders): HeaderSet {
    const { [this.varying]: _, ...others } = given
    const kept = this.#keeper.keep(others)
    const names = Object.keys(others)
    const set = { names, values: Object.values(others), kept, weight: weightIn(kept), rawWeight: weightIn(others) }
    if (set.rawWeight <= SET_BYTES_MAX) {
      if (this.#sets.length >= SETS_MAX) this.#sets.shift()
      this.#sets.push({ set, version: this.#keeper.version })
    }
    this.#given = given
    return (this.#found = set)
  }

  /** The header of a call that varies, if it came. */
  varyingOf(given: GivenHeaders): Varying | undefined {
    const name = this.varying
    const value = given[name]
    return value === undefined ? undefined : { name, value, place: Object.keys(given).indexOf(name) }
  }

  #search(given: GivenHeaders): HeaderSet | undefined {
    const sets = this.#sets
    for (let at = sets.length - 1; at >= 0; at--) {
      const known = sets[at]
      if (known && this.#isSame(known.set, given)) return this.#isCurrent(known) ? known.set : undefined
    }
    return undefined
  }

  #isSame({ names, values }: HeaderSet, given: GivenHeaders): boolean {
    let at = 0
    for (const name in given) {
      if (name !== this.varying && (names[at] !== name || values[at++] !== given[name])) return false
    }
    return at === names.length
  }

  /** Whether the same would be kept of a set by now; it is forgotten if not. */
  #isCurrent(known: Remembered): boolean {
    const { version } = this.#keeper
    if (known.version === version) return true
    const { kept } = known.set
    const now = this.#keeper.keep(headersOf(known.set, undefined))
    known.version = version
    if (Object.keys(kept).every((name) => kept[name] === now[name])) return true
    this.#sets = this.#sets.filter((each) => each !== known)
    return false
  }
}

/** All headers of a call as they came: those of its set, and the one that varies. */
export function headersOf({ names, values }: HeaderSet, varying: Varying | undefined): GivenHeaders {
  const headers = names.map((name, at) => [name, values[at]] as const)
  return Object.fromEntries(varying ? headers.toSpliced(varying.place, 0, [varying.name, varying.value]) : headers)
}

function weightIn(headers: GivenHeaders): number {
  return Object.values(headers).reduce<number>((sum, value) => sum + HEADER_BYTES + weightOf(String(value)), 0)
}

/** What a header takes beside its value: its name is mostly one that others have as well. */
const HEADER_BYTES = 40
