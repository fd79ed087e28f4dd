import type { Headers } from './entry.ts'
import { weightOf } from './kept-text.ts'

/** So many different sets of headers are remembered of one world. */
const SETS_MAX = 16

/** Headers as they came. */
export type GivenHeaders = Readonly<Record<string, unknown>>

/** Headers that entries have in common. */
export interface HeaderSet {
  /** As they came, without the one that varies. */
  readonly given: GivenHeaders
  readonly count: number
  readonly kept: Headers
  /** How many bytes they take to keep. */
  readonly weight: number
}

/**
 * Clients send the same headers again and again: entries share one object for them. The one header that differs from call to
 * call is kept by itself.
 */
export class HeaderSets {
  /** The name of the header that is left out. */
  readonly varying: string
  readonly #keep: (headers: GivenHeaders) => Headers
  readonly #sets: HeaderSet[] = []

  /** `keep` makes what is kept of headers. */
  constructor(varying: string, keep: (headers: GivenHeaders) => Headers) {
    this.varying = varying
    this.#keep = keep
  }

  /** The set of the same headers, if there is one. */
  find(given: GivenHeaders): HeaderSet | undefined {
    const sets = this.#sets
    for (let at = sets.length - 1; at >= 0; at--) {
      const set = sets[at]
      if (set && this.#isSame(set, given)) return set
    }
    return undefined
  }

  /** Begins a set; the one that was begun first goes if there are too many. */
  add(given: GivenHeaders): HeaderSet {
    const { [this.varying]: _, ...others } = given
    const kept = this.#keep(others)
    const names = Object.keys(kept)
    const weight = names.reduce((sum, name) => sum + HEADER_BYTES + weightOf(kept[name] ?? ''), 0)
    const set = { given: others, count: names.length, kept, weight }
    if (this.#sets.length >= SETS_MAX) this.#sets.shift()
    this.#sets.push(set)
    return set
  }

  #isSame({ given: known, count }: HeaderSet, given: GivenHeaders): boolean {
    let same = 0
    for (const name in given) {
      if (name === this.varying) continue
      if (known[name] !== given[name]) return false
      same++
    }
    return same === count
  }
}

/** What a header takes beside its value: its name is mostly one that others have as well. */
const HEADER_BYTES = 40
