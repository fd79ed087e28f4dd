import { not, type ConditionKind, type Predicate } from './condition.ts'
import { isBlank, needsValue, textOf, valueOf } from './merge-value.ts'
import { fold, textOperators } from './text-operators.ts'

export const addressMerge: ConditionKind<'AddressMerge'> = {
  about: { mergeTypes: ['address'] },
  object: needsValue,
  ops: {
    contains: ({ field, value = '' }) => {
      const read = textOf(field)
      const passes = textOperators.contains(value)
      return (member) => passes(read(member))
    },
    notcontain: (condition, audience) => not(addressMerge.ops.contains(condition, audience)),
    blank: ({ field }) => isBlank(field),
    blank_not: ({ field }) => not(isBlank(field)),
  },
}

/** The world has no map of zip codes and cities: near a place are those at the very same one. */
export const zipMerge: ConditionKind<'ZipMerge'> = {
  about: { mergeTypes: ['zip', 'address'] },
  object: ({ extra }) => (extra ? undefined : { member: 'extra', message: 'Value must be a zip code or a city.' }),
  ops: {
    geoin: ({ field, extra = '' }) => at(field, fold(extra)),
  },
}

function at(field: string, place: string): Predicate {
  const read = valueOf(field)
  return (member) => {
    const value = read(member)
    if (typeof value === 'object') return fold(value.zip) === place || fold(value.city) === place
    return value !== undefined && String(value) === place
  }
}
