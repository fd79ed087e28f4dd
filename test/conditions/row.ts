import type { AnyCondition, MemberFacts } from '../../src/service/conditions/condition.ts'

/** A condition with matching and non-matching members, reduced to the relevant fields. */
export type Row = readonly [
  condition: AnyCondition,
  matching: readonly Partial<MemberFacts>[],
  others: readonly Partial<MemberFacts>[],
]
