// The CPU time of the main thread in long advances, each in its own process: a hundred thousand due jobs that write or do not, and a year of newsletter-live and of shop-live.
import { bundleInProcess, runSide } from './bundle.mjs'
import { median } from './measure.mjs'
import { seconds, withLimit } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
export const JOBS = 100_000

/** What is measured, and the most milliseconds that it may take. @type {Record<string, readonly [string, number]>} */
export const KINDS = {
  gone: ['100,000 due jobs without work, in one advance', 1_000],
  phases: ['100,000 due jobs: phases of 25,000 batches', 1_200],
  operations: ['100,000 due jobs: operations of one batch', 1_200],
  timeline: ['100,000 due jobs: steps of a timeline', 1_200],
  year: ['a year of newsletter-live in one advance', 4_000],
  'shop-year': ['a year of shop-live in one advance', 6_000],
}

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function jobs() {
  await bundleInProcess()
  return Object.entries(KINDS).map(([kind, [what, most]]) => {
    /** @type {{ ms: number }[]} */
    const taken = Array.from({ length: ROUNDS }, () => runSide('jobs-side.mjs', kind, String(JOBS)))
    return withLimit(what, median(taken.map((side) => side.ms)), seconds, most)
  })
}
