import type { Schemas } from '../../client/contract.ts'
import { requestIdOf, requestIdStream } from '../../../server/log/request-numbers.ts'

type Bundle = Schemas['Bundle']

/** A call of a bundle. */
export type BundleCall = Extract<Bundle['steps'][number], { readonly step: 'request' }>

/** The last call of a run that was refused, or had no answer because of a fault. */
export function failingCallOf({ steps }: Bundle): BundleCall | undefined {
  return steps.findLast((step): step is BundleCall => {
    const status = step.step === 'request' ? step.answer?.status : 0
    return status === null || (status !== undefined && status >= 400)
  })
}

/**
 * A call of a run by its id in the journal (the `X-Request-Id` of its answer), or by its number: 1 is the first call that arrived. Operations of
 * batches are not counted.
 *
 * @throws Error if there is no such call.
 */
export function namedCallOf({ steps, world }: Bundle, name: string): BundleCall {
  const calls = steps
    .filter((step): step is BundleCall => step.step === 'request')
    .toSorted((one, other) => one.number - other.number)
  const ids = requestIdStream(world)
  const found = /^\d+$/.test(name)
    ? calls[Number(name) - 1]
    : calls.find(({ number }) => requestIdOf(ids, number) === name.toLowerCase())
  if (found) return found
  throw new Error(
    `--call: There is no call ${name.slice(0, 100)} in the run. Its calls have the numbers 1 to ${calls.length}, and the ids that the journal shows.`,
  )
}

/** A bundle that ends just before one of its calls. */
export function bundleBefore(bundle: Bundle, call: BundleCall): Bundle {
  const { at, jobs, number } = call
  return { ...bundle, steps: bundle.steps.slice(0, bundle.steps.indexOf(call)), ends: { at, jobs, requests: number } }
}
