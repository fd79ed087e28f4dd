import type { Schemas } from '../../client/contract.ts'

type Bundle = Schemas['Bundle']

/** A call of a bundle. */
export type RecordedCall = Extract<Bundle['steps'][number], { readonly step: 'request' }>

/** The last call of a run that was refused, or that a fault left without an answer. */
export function failingCallOf({ steps }: Bundle): RecordedCall | undefined {
  return steps.findLast((step): step is RecordedCall => {
    const status = step.step === 'request' ? step.answer?.status : 0
    return status === null || (status !== undefined && status >= 400)
  })
}

/** A bundle that ends just before one of its calls. */
export function bundleBefore(bundle: Bundle, call: RecordedCall): Bundle {
  const { at, jobs, number } = call
  return { ...bundle, steps: bundle.steps.slice(0, bundle.steps.indexOf(call)), ends: { at, jobs, requests: number } }
}
