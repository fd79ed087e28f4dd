import type { CallRecord } from '../journal/call-record.ts'
import { CALLS, REFUSED, type FieldNode, type MemberSpot, type CoveragePlan } from './plan.ts'

/** What was met of one operation, or by the calls that led to none. */
export class CoverageTally {
  /** By the places that the plan of the operation gives out; what is not in it is rare. */
  readonly counts: Uint32Array
  /** Answers that were not the service's own. */
  injected = 0
  /** Statuses and errors that are not expected of the operation, and those that were injected. */
  #rare: Map<string, number> | undefined

  constructor(size: number) {
    this.counts = new Uint32Array(size)
  }

  /** How often something rare was met: `status:503`, `error:TooManyRequests`, and both after `injected:`. */
  rare(name: string): number {
    return this.#rare?.get(name) ?? 0
  }

  /** The names of all that is rare and was met. */
  rarities(): readonly string[] {
    return [...(this.#rare?.keys() ?? [])]
  }

  /** Counts something rare. */
  count(name: string): void {
    this.#rare ??= new Map()
    this.#rare.set(name, (this.#rare.get(name) ?? 0) + 1)
  }
}

/** Counts an answer that was not the service's own. */
export function countInjected(tally: CoverageTally, { status }: CallRecord, error: string | undefined): void {
  tally.injected++
  if (status !== null) tally.count(`injected:status:${status}`)
  if (error !== undefined) tally.count(`injected:error:${error}`)
}

/** Counts a call that led to no operation; what was found without one, such as a schema, is no call of the contract. */
export function countAstray(tally: CoverageTally, { status, error }: CallRecord): void {
  if (status === null || status < 400) return
  increase(tally.counts, CALLS)
  tally.count(`status:${status}`)
  if (error !== undefined) tally.count(`error:${error}`)
}

/** Of one body at most so many values are looked at. */
const VALUES_MAX = 10_000

/** Counts what calls meet, everything once a call, in two tallies at a time. */
export class CoverageCounter {
  /** For each place the number of the call that met it last. */
  #met = new Uint32Array(256)
  #call = 0
  #left = 0
  #one: Uint32Array = this.#met
  #other: Uint32Array = this.#met

  /** Counts a call of an operation that was answered by the double itself. */
  count(
    plan: CoveragePlan,
    one: CoverageTally,
    other: CoverageTally,
    call: Pick<CallRecord, 'status' | 'error'>,
    sent: Sent,
  ): void {
    this.#begin(plan, one, other)
    this.#meet(CALLS)
    this.#countAnswer(plan, one, other, call)
    for (const [name, text] of sent.query) {
      const parameter = plan.byParameter.get(name)
      // An empty one counts as not sent.
      if (parameter && text !== '') this.#countParameter(parameter, text)
    }
    if (sent.body === undefined) return
    this.#left = VALUES_MAX
    this.#meetAll(plan.bodyLeans)
    this.#countBody(plan.body, sent.body)
  }

  #begin({ size }: CoveragePlan, one: CoverageTally, other: CoverageTally): void {
    if (this.#met.length < size) this.#met = new Uint32Array(2 * size)
    if (++this.#call === CALLS_MAX) {
      this.#met.fill(0)
      this.#call = 1
    }
    this.#one = one.counts
    this.#other = other.counts
  }

  #countAnswer(
    plan: CoveragePlan,
    one: CoverageTally,
    other: CoverageTally,
    { status, error }: Pick<CallRecord, 'status' | 'error'>,
  ): void {
    if (error !== undefined) this.#meet(REFUSED)
    // What the answer leans on is known from its status, so what is sent adds nothing to it.
    const leans = error === undefined ? plan.answered.get(status ?? 0) : plan.refused
    if (leans) for (const place of leans) this.#met[place] = this.#call
    this.#meetOr(plan.byStatus.get(status ?? 0), one, other, 'status', status)
    if (error !== undefined) this.#meetOr(plan.byError.get(error), one, other, 'error', error)
  }

  #meetOr(place: number | undefined, one: CoverageTally, other: CoverageTally, kind: string, name: unknown): void {
    if (place !== undefined) return this.#meet(place)
    one.count(`${kind}:${String(name)}`)
    other.count(`${kind}:${String(name)}`)
  }

  #countParameter(parameter: MemberSpot, text: string): void {
    this.#meet(parameter.place)
    this.#meetAll(parameter.leans)
    if (parameter.values.length === 0) return
    for (const value of text.split(',')) this.#countValue(parameter, value.trim())
  }

  #countBody(node: FieldNode, value: unknown): void {
    if (this.#left-- <= 0) return
    const { spot, members, items } = node
    if (spot) {
      this.#meet(spot.place)
      this.#meetAll(spot.leans)
      if (spot.values.length > 0) this.#countValue(spot, value)
    }
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) {
        if (items) this.#countBody(items, item)
        else if (!spot || spot.values.length === 0 || this.#left-- <= 0) return
        else this.#countValue(spot, item)
      }
    } else if (members.size > 0) this.#countMembers(members, value)
  }

  #countMembers(members: ReadonlyMap<string, FieldNode>, value: object): void {
    for (const [name, child] of Object.entries(value)) {
      const node = members.get(name)
      if (node) this.#countBody(node, child)
    }
  }

  #countValue(spot: MemberSpot, value: unknown): void {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const at = spot.byValue.get(String(value))
    if (at === undefined) return
    const met = spot.values[at]
    if (met) this.#meet(met.place)
    this.#meetAll(spot.valueLeans[at] ?? NOTHING)
  }

  #meetAll(places: readonly number[]): void {
    for (const place of places) this.#meet(place)
  }

  #meet(place: number): void {
    if (this.#met[place] === this.#call) return
    this.#met[place] = this.#call
    increase(this.#one, place)
    increase(this.#other, place)
  }
}

/** What a call sent. */
export interface Sent {
  readonly query: ReadonlyMap<string, string>
  /** Nothing where there was none that could be read. */
  readonly body: unknown
}

/** The numbers of calls begin anew after so many. */
const CALLS_MAX = 2 ** 32 - 1

const NOTHING: readonly never[] = []

function increase(counts: Uint32Array, place: number): void {
  counts[place] = (counts[place] ?? 0) + 1
}
