/** A histogram as plain numbers, allocated once: an observation allocates nothing. */
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
