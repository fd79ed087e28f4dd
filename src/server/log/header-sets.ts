import { redactedHeaders } from './redact.ts'
import type { Secrets } from './secrets.ts'
import { readTraceparent, type TraceContext } from '../../kernel/support/traceparent.ts'
import { weightOf } from './body-limit.ts'

/** Maximum number of header sets that are remembered for a world, and maximum size of each in bytes. */
const SETS_MAX = 16
const SET_BYTES_MAX = 8_192

/** Estimated bytes of a header without its value: names are mostly shared. */
const HEADER_BYTES = 40

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string>>

/** Headers as received, by lower-case name. */
export type GivenHeaders = Readonly<Record<string, unknown>>

/** The common headers of several calls, without the one that varies. */
export class HeaderSet {
  readonly names: readonly string[]
  readonly values: readonly unknown[]
  /** Estimated size in bytes. */
  readonly weight: number
  /** The trace that the caller named. */
  readonly trace: TraceContext
  /** Whether the journal has counted its size. */
  isInJournal = false
  /** Number of calls of the log that have these headers. */
  entries = 0
  #redacted: { readonly version: number; readonly headers: Headers } | undefined

  constructor(headers: GivenHeaders) {
    this.names = Object.keys(headers)
    this.values = Object.values(headers)
    this.trace = readTraceparent(headers['traceparent'])
    this.weight = this.values.reduce<number>((sum, value) => sum + HEADER_BYTES + weightOf(String(value)), 0)
  }

  /** Whether given headers equal these, except for the one that varies. */
  matches(given: GivenHeaders, varying: string): boolean {
    let at = 0
    for (const name in given) {
      if (name !== varying && (this.names[at] !== name || this.values[at++] !== given[name])) return false
    }
    return at === this.names.length
  }

  redacted(secrets: Secrets): Headers {
    const { version } = secrets
    if (this.#redacted?.version !== version)
      this.#redacted = { version, headers: redactedHeaders(secrets, allHeaders(this, undefined)) }
    return this.#redacted.headers
  }
}

/** The header that varies, and its position among the others. */
export interface Varying {
  readonly name: string
  readonly value: unknown
  readonly place: number
}

/**
 * Shared header objects: clients send the same headers again and again, so the calls of a log share
 * them. The one header that differs from call to call is stored separately.
 */
export class HeaderSets {
  /** The name of the header that is stored separately. */
  readonly varying: string
  readonly #sets: HeaderSet[] = []

  constructor(varying: string) {
    this.varying = varying
  }

  /** Returns the set of the given headers. A new set takes the place of the oldest one if there are too many. */
  of(given: GivenHeaders): HeaderSet {
    const sets = this.#sets
    for (let i = sets.length - 1; i >= 0; i--) {
      const set = sets[i]
      if (set?.matches(given, this.varying)) return set
    }
    const { [this.varying]: _, ...others } = given
    const set = new HeaderSet(others)
    if (set.weight > SET_BYTES_MAX) return set
    if (sets.length >= SETS_MAX) sets.shift()
    sets.push(set)
    return set
  }

  /** Returns the header of a call that varies, or `undefined` if the call does not have it. */
  varyingOf(given: GivenHeaders): Varying | undefined {
    const name = this.varying
    const value = given[name]
    return value === undefined ? undefined : { name, value, place: Object.keys(given).indexOf(name) }
  }
}

/** All headers of a call as received: those of its set, and the one that varies. */
export function allHeaders({ names, values }: HeaderSet, varying: Varying | undefined): GivenHeaders {
  const headers = names.map((name, at) => [name, values[at]] as const)
  return Object.fromEntries(varying ? headers.toSpliced(varying.place, 0, [varying.name, varying.value]) : headers)
}
