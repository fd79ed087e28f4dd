import type { Call } from '../call.ts'
import type { ReadParts } from '../log.ts'
import { CALLS, REFUSED_CALLS, type FieldNode, type MemberPoint, type CoveragePlan } from './plan.ts'

/** Counts for one operation, or for the calls that matched none. */
export class CoverageTally {
  /** Counts by the indexes that the operation's plan assigns. Anything else is counted as rare. */
  readonly counts: Uint32Array
  /** Number of injected answers. */
  injected = 0
  /** Counts of undeclared statuses and errors, and of injected ones. */
  #rare: Map<string, number> | undefined

  constructor(size: number) {
    this.counts = new Uint32Array(size)
  }

  /** Count of a rare event: `status:503` or `error:TooManyRequests`, or either of them with the prefix `injected:`. */
  rare(name: string): number {
    return this.#rare?.get(name) ?? 0
  }

  /** Names of all rare events that occurred. */
  rareNames(): readonly string[] {
    return [...(this.#rare?.keys() ?? [])]
  }

  count(name: string): void {
    this.#rare ??= new Map()
    this.#rare.set(name, (this.#rare.get(name) ?? 0) + 1)
  }
}

export function countInjected(tally: CoverageTally, { status }: Call, error: string | undefined): void {
  tally.injected++
  if (status !== null) tally.count(`injected:status:${status}`)
  if (error !== undefined) tally.count(`injected:error:${error}`)
}

/** Counts a call that matched no operation. A successful one, such as a request for a schema, is not part of the contract. */
export function countUnmatched(tally: CoverageTally, { status, error }: Call): void {
  if (status === null || status < 400) return
  increase(tally.counts, CALLS)
  tally.count(`status:${status}`)
  if (error !== undefined) tally.count(`error:${error}`)
}

/** Maximum number of values that are inspected per body. */
const VALUES_MAX = 10_000

/** Counts what a call covers, each part once per call, in two tallies at the same time. */
export class CoverageCounter {
  /** The number of the last call that increased each counter. */
  #lastCall = new Uint32Array(256)
  #call = 0
  #left = 0
  #one: Uint32Array = this.#lastCall
  #other: Uint32Array = this.#lastCall

  /** Counts a call of an operation that was answered normally. */
  count(
    plan: CoveragePlan,
    one: CoverageTally,
    other: CoverageTally,
    call: Pick<Call, 'status' | 'error'>,
    sent: Pick<ReadParts, 'query' | 'body'>,
  ): void {
    this.#begin(plan, one, other)
    this.#count(CALLS)
    this.#countAnswer(plan, one, other, call)
    for (const [name, text] of sent.query) {
      const parameter = plan.byParameter.get(name)
      // An empty parameter counts as not sent.
      if (parameter && text !== '') this.#countParameter(parameter, text)
    }
    if (sent.body === undefined) return
    this.#left = VALUES_MAX
    this.#countAll(plan.bodyAssumptions)
    this.#countBody(plan.body, sent.body)
  }

  #begin({ size }: CoveragePlan, one: CoverageTally, other: CoverageTally): void {
    if (this.#lastCall.length < size) this.#lastCall = new Uint32Array(2 * size)
    if (++this.#call === CALLS_MAX) {
      this.#lastCall.fill(0)
      this.#call = 1
    }
    this.#one = one.counts
    this.#other = other.counts
  }

  #countAnswer(
    plan: CoveragePlan,
    one: CoverageTally,
    other: CoverageTally,
    { status, error }: Pick<Call, 'status' | 'error'>,
  ): void {
    if (error !== undefined) this.#count(REFUSED_CALLS)
    // The status tells which assumptions the answer relies on; marking them keeps the sent parts from counting them again.
    const leans = error === undefined ? plan.answered.get(status ?? 0) : plan.refused
    if (leans) for (const counter of leans) this.#lastCall[counter] = this.#call
    this.#countOrRare(plan.byStatus.get(status ?? 0), one, other, 'status', status)
    if (error !== undefined) this.#countOrRare(plan.byError.get(error), one, other, 'error', error)
  }

  #countOrRare(counter: number | undefined, one: CoverageTally, other: CoverageTally, kind: string, name: unknown): void {
    if (counter !== undefined) return this.#count(counter)
    one.count(`${kind}:${String(name)}`)
    other.count(`${kind}:${String(name)}`)
  }

  #countParameter(parameter: MemberPoint, text: string): void {
    this.#count(parameter.counter)
    this.#countAll(parameter.assumptions)
    if (parameter.values.length === 0) return
    for (const value of text.split(',')) this.#countValue(parameter, value.trim())
  }

  #countBody(node: FieldNode, value: unknown): void {
    if (this.#left-- <= 0) return
    const { point, members, items } = node
    if (point) {
      this.#count(point.counter)
      this.#countAll(point.assumptions)
      if (point.values.length > 0) this.#countValue(point, value)
    }
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) {
        if (items) this.#countBody(items, item)
        else if (!point || point.values.length === 0 || this.#left-- <= 0) return
        else this.#countValue(point, item)
      }
    } else if (members.size > 0) this.#countMembers(members, value)
  }

  #countMembers(members: ReadonlyMap<string, FieldNode>, value: object): void {
    for (const [name, child] of Object.entries(value)) {
      const node = members.get(name)
      if (node) this.#countBody(node, child)
    }
  }

  #countValue(point: MemberPoint, value: unknown): void {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const at = point.byValue.get(String(value))
    if (at === undefined) return
    const valueCounter = point.values[at]
    if (valueCounter) this.#count(valueCounter.counter)
    this.#countAll(point.valueAssumptions[at] ?? NOTHING)
  }

  #countAll(counters: readonly number[]): void {
    for (const counter of counters) this.#count(counter)
  }

  #count(counter: number): void {
    if (this.#lastCall[counter] === this.#call) return
    this.#lastCall[counter] = this.#call
    increase(this.#one, counter)
    increase(this.#other, counter)
  }
}

/** Call numbers start again after this one. */
const CALLS_MAX = 2 ** 32 - 1

const NOTHING: readonly never[] = []

function increase(counts: Uint32Array, counter: number): void {
  counts[counter] = (counts[counter] ?? 0) + 1
}

/** Coverage of one world, or of all worlds together. */
export class CoverageScope {
  readonly #tallies = new Map<CoveragePlan, CoverageTally>()
  /** Calls that matched no operation. */
  readonly unmatched = new CoverageTally(CALLS + 1)

  /** The tally of an operation; created if needed. */
  tally(plan: CoveragePlan): CoverageTally {
    const existing = this.#tallies.get(plan)
    if (existing) return existing
    const tally = new CoverageTally(plan.size)
    this.#tallies.set(plan, tally)
    return tally
  }

  /** The tally of an operation. Returns `undefined` if it was never called. */
  find(plan: CoveragePlan): CoverageTally | undefined {
    return this.#tallies.get(plan)
  }

  /** All operations that were called, with their tallies. */
  all(): readonly (readonly [CoveragePlan, CoverageTally])[] {
    return [...this.#tallies]
  }
}
