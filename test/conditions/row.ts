import type { Condition, MemberFacts } from '../../src/conditions/condition.ts'

/** A condition, members who meet it, and members who do not; of each no more than what matters. */
export type Row = readonly [
  condition: Condition,
  matching: readonly Partial<MemberFacts>[],
  others: readonly Partial<MemberFacts>[],
]
