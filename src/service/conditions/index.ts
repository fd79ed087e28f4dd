import { automation } from './automations.ts'
import { aim, conversation } from './campaign-actions.ts'
import {
  type ConditionAudience,
  type AnyCondition,
  type ConditionKind,
  type ConditionType,
  matchesNone,
  type ConditionViolation,
  type MemberPredicate,
} from './condition.ts'
import { date, newSubscribers } from './dates.ts'
import { interestMembership } from './interests.ts'
import { ipGeoCountryState, ipGeoIn, ipGeoInZip, ipGeoUnknown, ipGeoZip } from './ip-location.ts'
import { addressMerge, birthdayMerge, dateMerge, emailAddress, selectMerge, textMerge, zipMerge } from './merge-fields.ts'
import { ecommCategory, ecommNumber, ecommPurchased, ecommSpent, ecommStore } from './purchases.ts'
import { emailClient, language, memberRating, signupSource, vip } from './profile.ts'
import { fuzzySegment, staticSegment } from './segment-membership.ts'
import * as unsupported from './unsupported.ts'

/** All types of conditions in the contract. A missing one does not compile. */
export const conditionKinds: { readonly [Type in ConditionType]: ConditionKind<Type> } = {
  Aim: aim,
  Automation: automation,
  CampaignPoll: unsupported.campaignPoll,
  Conversation: conversation,
  Date: date,
  EmailClient: emailClient,
  Language: language,
  TransactionalMail: unsupported.transactionalMail,
  MemberRating: memberRating,
  SignupSource: signupSource,
  Survey: unsupported.survey,
  VIP: vip,
  Interests: interestMembership,
  EcommCategory: ecommCategory,
  EcommNumber: ecommNumber,
  EcommPurchased: ecommPurchased,
  EcommSpent: ecommSpent,
  EcommStore: ecommStore,
  GoalActivity: unsupported.goalActivity,
  GoalTimestamp: unsupported.goalTimestamp,
  FuzzySegment: fuzzySegment,
  StaticSegment: staticSegment,
  IPGeoCountryState: ipGeoCountryState,
  IPGeoIn: ipGeoIn,
  IPGeoInZip: ipGeoInZip,
  IPGeoUnknown: ipGeoUnknown,
  IPGeoZip: ipGeoZip,
  SocialAge: unsupported.socialAge,
  SocialGender: unsupported.socialGender,
  SocialInfluence: unsupported.socialInfluence,
  SocialNetworkMember: unsupported.socialNetworkMember,
  SocialNetworkFollow: unsupported.socialNetworkFollow,
  AddressMerge: addressMerge,
  ZipMerge: zipMerge,
  BirthdayMerge: birthdayMerge,
  DateMerge: dateMerge,
  SelectMerge: selectMerge,
  TextMerge: textMerge,
  EmailAddress: emailAddress,
  PredictedGender: unsupported.predictedGender,
  PredictedAge: unsupported.predictedAge,
  NewSubscribers: newSubscribers,
}

/** A type of condition, without its concrete type. */
interface AnyKind extends Pick<ConditionKind<ConditionType>, 'about'> {
  readonly ops: { readonly [op: string]: (condition: AnyCondition, audience: ConditionAudience) => MemberPredicate }
  readonly check?: (condition: AnyCondition, audience: ConditionAudience) => ConditionViolation | undefined
}

/** The kind of a type. The cast is safe because a condition is only ever passed to its own kind. */
export function findConditionKind(type: ConditionType): AnyKind {
  return conditionKinds[type] as unknown as AnyKind
}

/**
 * Compiles a condition into a predicate for members of the audience's list. A condition on a deleted merge field matches no member.
 */
export function compile(condition: AnyCondition, audience: ConditionAudience): MemberPredicate {
  const { about, ops } = findConditionKind(condition.condition_type)
  if (typeof about === 'object' && 'mergeTypes' in about) {
    const type = audience.mergeType(condition.field)
    if (!type || !about.mergeTypes.includes(type)) return matchesNone
  }
  return Object.hasOwn(ops, condition.op) ? (ops[condition.op]?.(condition, audience) ?? matchesNone) : matchesNone
}

/** Compiles several conditions, of which a member must match any or all. */
export function compileAll(
  match: 'any' | 'all',
  conditions: readonly AnyCondition[],
  audience: ConditionAudience,
): MemberPredicate {
  const predicates = conditions.map((condition) => compile(condition, audience))
  const [only] = predicates
  if (only && predicates.length === 1) return only
  return match === 'all' ? allOf(predicates) : anyOf(predicates)
}

function allOf(predicates: readonly MemberPredicate[]): MemberPredicate {
  return (member) => {
    for (const meets of predicates) if (!meets(member)) return false
    return true
  }
}

function anyOf(predicates: readonly MemberPredicate[]): MemberPredicate {
  return (member) => {
    for (const meets of predicates) if (meets(member)) return true
    return false
  }
}
