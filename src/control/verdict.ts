import type { Schemas } from '../contract/control.ts'

type Count = NonNullable<Schemas['VerifyRequests']['count']>

/** How many calls match for certain, and how many more may: those whose bodies are not kept whole, and those that are not kept. */
export interface Counted {
  readonly matched: number
  readonly unsure: number
  readonly evicted: number
}

/** Whether so many calls are as many as there should be. */
export function verdictOf({ matched, unsure, evicted }: Counted, count: Count): Schemas['Verdict']['verdict'] {
  const { least, most } = boundsOf(count)
  if (matched > most) return 'fail'
  const atMost = matched + unsure + evicted
  if (atMost < least) return 'fail'
  return matched >= least && atMost <= most ? 'pass' : 'inconclusive'
}

/** Whether no further call can change the verdict. */
export function isDecided({ matched }: Counted, count: Count): boolean {
  const { least, most } = boundsOf(count)
  return matched > most || (most === Number.POSITIVE_INFINITY && matched >= least)
}

/** Whether fewer calls match for certain than should. */
export function isTooFew({ matched }: Counted, count: Count): boolean {
  return matched < boundsOf(count).least
}

function boundsOf({ exactly, at_least, at_most }: Count): { readonly least: number; readonly most: number } {
  return { least: exactly ?? at_least ?? 0, most: exactly ?? at_most ?? Number.POSITIVE_INFINITY }
}
