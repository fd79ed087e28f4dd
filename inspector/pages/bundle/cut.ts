import type { Schemas } from '../../../src/kit/client/contract.ts'

type Bundle = Schemas['Bundle']

/** The first steps of a bundle: it ends where the next one begins, with everything that came of the last one until then. */
export function cutBundle(bundle: Bundle, count: number): Bundle {
  const { steps, ends } = bundle
  const next = steps[count]
  return next ? { ...bundle, steps: steps.slice(0, count), ends: { ...ends, at: next.at, jobs: next.jobs } } : bundle
}
