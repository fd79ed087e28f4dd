import type { Route } from '../../kernel/contract/route.ts'
import type { Millis } from '../../kernel/support/time.ts'

/** Upper bounds of the buckets in seconds, as OpenTelemetry's semantic conventions give them for `http.server.request.duration`. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** The paths below which the operations of each contract are served. */
const BASE = { service: '/3.0', public: '', control: '/_control' } as const

/** The durations of equal calls: of one operation, with one method and one status. */
export interface RequestSeries {
  readonly method: string
  /** The template of the path, such as `/3.0/lists/{list_id}`; `undefined` if no operation matched. */
  readonly route: string | undefined
  /** `null` if a fault suppressed the answer. */
  readonly status: number | null
  readonly seconds: Histogram
}

export interface AnsweredCall {
  readonly contract: keyof typeof BASE
  /** `undefined` if no operation matched. */
  readonly route: Route | undefined
  /** The method as it was sent. */
  readonly method: string
  readonly status: number | null
}

/** Methods with a label of their own. Clients can invent other methods; their label is `_OTHER`, as in OpenTelemetry. */
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'])

/**
 * How long calls took, by operation, method and status. The number of series depends only on the contracts: paths, worlds and keys of
 * calls are no part of them.
 */
export class RequestDurations {
  readonly #byRoute = new Map<Route | undefined, RequestSeries[]>()

  /** Counts a call that took `ms` milliseconds of real time. */
  note(call: AnsweredCall, ms: Millis): void {
    const { route, method, status } = call
    const known = this.#byRoute.get(route)
    const series = (known && find(known, method, status)) ?? this.#seriesOf(call)
    // The clock of a machine may be set back.
    series.seconds.observe(Math.max(ms, 0) / 1000)
  }

  all(): RequestSeries[] {
    return [...this.#byRoute.values()].flat()
  }

  #seriesOf({ contract, route, method: sent, status }: AnsweredCall): RequestSeries {
    const method = METHODS.has(sent) ? sent : '_OTHER'
    const known = this.#byRoute.get(route) ?? []
    this.#byRoute.set(route, known)
    const found = find(known, method, status)
    if (found) return found
    const template = route && BASE[contract] + route.path
    const series = { method, route: template, status, seconds: new Histogram(REQUEST_SECONDS) }
    known.push(series)
    return series
  }
}

function find(known: readonly RequestSeries[], method: string, status: number | null): RequestSeries | undefined {
  for (const each of known) if (each.status === status && each.method === method) return each
  return undefined
}

/** A histogram as plain numbers. */
export class Histogram {
  /** The upper bounds of the buckets, inclusive and ascending. Values above the last bound have a bucket of their own. */
  readonly bounds: readonly number[]
  /** Number of observations in each bucket alone; the last element counts values above all bounds. */
  readonly counts: Float64Array
  /** Sum of all observed values. */
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const { bounds, counts } = this
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket++
    counts[bucket] = (counts[bucket] ?? 0) + 1
    this.sum += value
  }

  /** Number of all observations. */
  get count(): number {
    return this.counts.reduce((sum, each) => sum + each, 0)
  }
}
