import type { Step } from './step.ts'

/** What a call takes beside its texts, and beside its headers, which it shares with others. */
const REQUEST_BYTES = 300

/** What another step takes beside its texts. */
const STEP_BYTES = 800

/** About how many bytes a step takes. */
export function bytesOf(step: Step): number {
  switch (step.kind) {
    case 'request':
      return REQUEST_BYTES + step.path.length + step.search.length + (step.body?.length ?? 0)
    case 'control':
    case 'advance':
      return STEP_BYTES + step.body.length
    case 'outcome':
      return STEP_BYTES + (step.found.response?.body.length ?? 0)
    default:
      return STEP_BYTES
  }
}
