import type { Schemas } from '../../../src/kit/client/contract.ts'

type Bundle = Schemas['Bundle']

/** The first steps of a bundle. It ends where the last of them took effect: time passes before a step, never after it. */
export function cutBundle(bundle: Bundle, count: number): Bundle {
  const { steps, ends, begins, origin, state } = bundle
  if (count === steps.length) return bundle
  const { at, jobs } = steps[count - 1] ?? { at: state?.now ?? origin.now, jobs: begins.jobs }
  return { ...bundle, steps: steps.slice(0, count), ends: { ...ends, at, jobs } }
}
