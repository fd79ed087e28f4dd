// The memory of a process after garbage collection.
const ROUNDS_MAX = 40
/** Number of consecutive collections without an effect that end the loop. */
const QUIET = 3

/**
 * Collects repeatedly, since each collection compacts only a part of the heap, until the process gets no smaller. Returns the
 * median of the last values in megabytes. Needs `--expose-gc`.
 */
export async function residentMbInside() {
  /** @type {number[]} */
  const seen = []
  let least = Number.POSITIVE_INFINITY
  for (let round = 0, quiet = 0; round < ROUNDS_MAX && quiet < QUIET; round++) {
    globalThis.gc?.()
    // Memory is returned to the system concurrently.
    await new Promise((done) => setTimeout(done, 30))
    const rss = process.memoryUsage.rss() / 1024 / 1024
    seen.push(rss)
    quiet = rss < least - 1 ? 0 : quiet + 1
    least = Math.min(least, rss)
  }
  return seen.slice(-QUIET).toSorted((a, b) => a - b)[1] ?? 0
}

/** Megabytes used by objects. */
export function objectsMb() {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}
