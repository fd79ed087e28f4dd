import { matchesNone, type ConditionAudience, type ConditionKind, type ConditionOf } from './condition.ts'

type InterestsCondition = ConditionOf<'Interests'>

export const interestMembership: ConditionKind<'Interests'> = {
  about: 'interests',
  check(condition, audience) {
    const category = readCategoryId(condition)
    if (!audience.hasCategory(category)) return { member: 'field', message: `The list has no interest category ${category}.` }
    if (condition.value.length === 0) return { member: 'value', message: 'At least one interest must be named.' }
    const unknown = condition.value.find((id) => audience.interestId(category, id) === undefined)
    return unknown === undefined ? undefined : { member: 'value', message: `The interest category has no interest ${unknown}.` }
  },
  ops: {
    interestcontains(condition, audience) {
      const { ids } = resolveInterests(condition, audience)
      return (member) => ids.some((id) => member.interests.includes(id))
    },
    interestcontainsall(condition, audience) {
      const { ids, hasMissing } = resolveInterests(condition, audience)
      if (hasMissing || ids.length === 0) return matchesNone
      return (member) => ids.every((id) => member.interests.includes(id))
    },
    interestnotcontains(condition, audience) {
      const { ids } = resolveInterests(condition, audience)
      return ids.length === 0 ? matchesNone : (member) => !ids.some((id) => member.interests.includes(id))
    },
  },
}

/** The existing interests among the ones in a condition. */
interface ResolvedInterests {
  readonly ids: readonly string[]
  readonly hasMissing: boolean
}

function resolveInterests(condition: InterestsCondition, audience: ConditionAudience): ResolvedInterests {
  const category = readCategoryId(condition)
  const ids = condition.value.map((id) => audience.interestId(category, id)).filter((id) => id !== undefined)
  return { ids, hasMissing: ids.length < condition.value.length }
}

function readCategoryId({ field }: InterestsCondition): string {
  return field.slice('interests-'.length)
}
