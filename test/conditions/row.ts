import type { AnyCondition, MemberFacts } from '../../src/service/conditions/condition.ts'

/** A condition with matching and non-matching members, reduced to the relevant fields. */
export type Row = readonly [
  condition: AnyCondition,
  matching: readonly Partial<MemberFacts>[],
  others: readonly Partial<MemberFacts>[],
]

/** A condition of a type: it compares a field with a value, by an operator of the type. */
export function match<Type extends AnyCondition['condition_type']>(
  condition_type: Type,
  field: string,
  op: Extract<AnyCondition, { readonly condition_type: Type }>['op'],
  value?: unknown,
  extra?: unknown,
): AnyCondition {
  const condition = {
    condition_type,
    field,
    op,
    ...(value === undefined ? {} : { value }),
    ...(extra === undefined ? {} : { extra }),
  }
  return condition as AnyCondition
}
