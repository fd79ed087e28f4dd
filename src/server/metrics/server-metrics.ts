import type { Millis } from '../../kernel/support/time.ts'
import { Histogram, RequestDurations } from './request-durations.ts'

/** Upper bounds of the buckets in seconds, as OpenTelemetry's semantic conventions give them for `db.client.operation.duration`. */
const STORE_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

type StoreResult = 'ok' | 'error'

/** The durations of one operation of a store, by result. */
interface StoreSeries {
  readonly operation: string
  readonly result: StoreResult
  readonly seconds: Histogram
}

/**
 * What a server has counted since its start, over all its worlds, existing and deleted, as plain numbers: `GET /_control/metrics` loads a library when it is
 * first called and gives it these numbers, so nothing that happened before is lost.
 *
 * Durations are real time. They never reach the state of a world, its journal or its recording, so a replay gives the same bytes
 * however long its calls take. A replay sandbox has metrics of its own, which are not read.
 */
export class ServerMetrics {
  readonly requests = new RequestDurations()
  readonly #store = new Map<string, StoreSeries>()
  /** Number of times that a delivery reached each outcome. */
  readonly deliveries = new CountsByName(['delivered', 'retrying', 'failed', 'blocked', 'recorded'])
  /** Number of calls on which faults had each effect. */
  readonly faults = new CountsByName()
  /** Number of deliveries that a delivery fault affected. */
  deliveryFaults = 0
  /** Number of bugs of maildouble that were reported. */
  defects = 0

  noteStore(operation: string, result: StoreResult, ms: Millis): void {
    const key = `${operation} ${result}`
    const series = this.#store.get(key) ?? { operation, result, seconds: new Histogram(STORE_SECONDS) }
    this.#store.set(key, series)
    series.seconds.observe(Math.max(ms, 0) / 1000)
  }

  /** The durations of operations of the store; none if worlds are not stored. */
  get store(): readonly StoreSeries[] {
    return [...this.#store.values()]
  }
}

class CountsByName {
  readonly #counts: Map<string, number>

  /** The given names start at 0; other names are added when they are first counted. */
  constructor(names: readonly string[] = []) {
    this.#counts = new Map(names.map((name) => [name, 0]))
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  all(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts]
  }
}
