import type { Aspect, Difference } from './finding.ts'

/** `not seen` is no agreement: nothing was compared. */
export type Outcome = 'agrees' | 'differs' | 'not seen'

/** A difference, and how often it occurred. */
export interface FoundDifference extends Difference {
  readonly aspect: Aspect
  readonly at: string
  readonly assumptions: readonly string[]
  readonly times: number
}

/** How often each place of each aspect agreed. */
export type Agreements = { readonly [Name in Aspect]?: { readonly [at: string]: number } }

export interface Share {
  readonly seen: number
  readonly total: number
}

export interface OperationResult {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly outcome: Outcome
  /** Number of compared exchanges. */
  readonly calls: number
  /** The members of the answer. */
  readonly members: Share
  readonly agreed: Agreements
  readonly differences: readonly FoundDifference[]
}

export interface AssumptionResult {
  readonly id: string
  readonly confidence: 'recorded' | 'high' | 'medium' | 'low'
  /** What recordings of the service showed it. */
  readonly seen?: string
  readonly says: string
  readonly outcome: Outcome
  /** Number of comparisons that agreed, by aspect. */
  readonly agreed: { readonly [Name in Aspect]?: number }
  /** The operations in which it was compared. */
  readonly operations: readonly string[]
  /** Number of comparisons that differed. */
  readonly differed: number
}

/** A setting whose value the answers imply, and the number of answers that do. */
export interface ImpliedSetting {
  readonly name: string
  readonly value: string | number
  readonly times: number
}

/** A note about calls that is no difference: a delay, a retried error, a compressed answer. */
export interface Remark {
  readonly operation: string | undefined
  readonly text: string
  readonly times: number
}

/** The outcome of a comparison of a service, or of recordings of it, with the contract and the double. */
export interface Result {
  readonly maildouble: string
  readonly kind: 'drift' | 'compare'
  /** The host of the service, or the names of the files. */
  readonly source: string
  /** When the comparison began, in real time. */
  readonly at: string
  /** `unknown` if nothing differs, but the comparison did not come to its end, saw nothing, or called an operation that failed each time. */
  readonly outcome: 'agrees' | 'differs' | 'unknown'
  /** Why the comparison has not seen what it called: it ended early, or the service failed. */
  readonly stopped?: string | undefined
  readonly calls: number
  /** How much of the contract was seen. */
  readonly seen: { readonly operations: Share; readonly reads: Share; readonly members: Share; readonly assumptions: Share }
  readonly operations: readonly OperationResult[]
  readonly assumptions: readonly AssumptionResult[]
  /** Differences at paths without an operation. */
  readonly elsewhere: { readonly agreed: Agreements; readonly differences: readonly FoundDifference[] }
  readonly settings: readonly ImpliedSetting[]
  readonly remarks: readonly Remark[]
}

/** The exit status: 0 agrees, 1 differs, 2 could not tell. */
export function exitStatusOf({ outcome }: Pick<Result, 'outcome'>): 0 | 1 | 2 {
  return outcome === 'agrees' ? 0 : outcome === 'differs' ? 1 : 2
}
