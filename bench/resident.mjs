// What a process takes once nothing in it waits to be collected.
const ROUNDS_MAX = 40
/** So many collections in a row have to bring nothing any more. */
const QUIET = 3

/**
 * Collects again and again, since each collection moves only a part of what is left closer together, until the process gets no
 * smaller. Answers the median of the last ones, in megabytes. Needs `--expose-gc`.
 */
export async function residentMbInside() {
  /** @type {number[]} */
  const seen = []
  let least = Number.POSITIVE_INFINITY
  for (let round = 0, quiet = 0; round < ROUNDS_MAX && quiet < QUIET; round++) {
    globalThis.gc?.()
    // Memory is given back beside what the process does.
    await new Promise((done) => setTimeout(done, 30))
    const rss = process.memoryUsage.rss() / 1024 / 1024
    seen.push(rss)
    quiet = rss < least - 1 ? 0 : quiet + 1
    least = Math.min(least, rss)
  }
  return seen.slice(-QUIET).toSorted((a, b) => a - b)[1] ?? 0
}

/** Megabytes that objects take. */
export function objectsMb() {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}
