import type { Step } from './step.ts'

/** What a step takes beside its texts, with the headers of a call. */
const STEP_BYTES = 800

/** About how many bytes a step takes. */
export function bytesOf(step: Step): number {
  switch (step.kind) {
    case 'request':
      return STEP_BYTES + step.path.length + step.search.length + (step.body?.length ?? 0)
    case 'control':
    case 'advance':
      return STEP_BYTES + step.body.length
    case 'outcome':
      return STEP_BYTES + (step.found.response?.body.length ?? 0)
    default:
      return STEP_BYTES
  }
}
