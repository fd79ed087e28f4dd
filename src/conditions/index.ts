import { aim, conversation } from './campaign-actions.ts'
import {
  type Audience,
  type Condition,
  type ConditionKind,
  type ConditionType,
  nobody,
  type Objection,
  type Predicate,
} from './condition.ts'
import { date, newSubscribers } from './dates.ts'
import { interests } from './interests.ts'
import { ipGeoCountryState, ipGeoIn, ipGeoInZip, ipGeoUnknown, ipGeoZip } from './ip-location.ts'
import { addressMerge, birthdayMerge, dateMerge, emailAddress, selectMerge, textMerge, zipMerge } from './merge-fields.ts'
import { emailClient, language, memberRating, signupSource, vip } from './profile.ts'
import { fuzzySegment, staticSegment } from './segment-membership.ts'
import * as unheld from './unsupported.ts'

/** Every type of condition that the contract names. A missing one does not compile. */
export const conditionKinds: { readonly [Type in ConditionType]: ConditionKind<Type> } = {
  Aim: aim,
  Automation: unheld.automation,
  CampaignPoll: unheld.campaignPoll,
  Conversation: conversation,
  Date: date,
  EmailClient: emailClient,
  Language: language,
  TransactionalMail: unheld.transactionalMail,
  MemberRating: memberRating,
  SignupSource: signupSource,
  Survey: unheld.survey,
  VIP: vip,
  Interests: interests,
  EcommCategory: unheld.ecommCategory,
  EcommNumber: unheld.ecommNumber,
  EcommPurchased: unheld.ecommPurchased,
  EcommSpent: unheld.ecommSpent,
  EcommStore: unheld.ecommStore,
  GoalActivity: unheld.goalActivity,
  GoalTimestamp: unheld.goalTimestamp,
  FuzzySegment: fuzzySegment,
  StaticSegment: staticSegment,
  IPGeoCountryState: ipGeoCountryState,
  IPGeoIn: ipGeoIn,
  IPGeoInZip: ipGeoInZip,
  IPGeoUnknown: ipGeoUnknown,
  IPGeoZip: ipGeoZip,
  SocialAge: unheld.socialAge,
  SocialGender: unheld.socialGender,
  SocialInfluence: unheld.socialInfluence,
  SocialNetworkMember: unheld.socialNetworkMember,
  SocialNetworkFollow: unheld.socialNetworkFollow,
  AddressMerge: addressMerge,
  ZipMerge: zipMerge,
  BirthdayMerge: birthdayMerge,
  DateMerge: dateMerge,
  SelectMerge: selectMerge,
  TextMerge: textMerge,
  EmailAddress: emailAddress,
  PredictedGender: unheld.predictedGender,
  PredictedAge: unheld.predictedAge,
  NewSubscribers: newSubscribers,
}

/** A type of condition as it looks to whoever does not care which. */
interface AnyKind extends Pick<ConditionKind<ConditionType>, 'about'> {
  readonly ops: { readonly [op: string]: (condition: Condition, audience: Audience) => Predicate }
  readonly object?: (condition: Condition, audience: Audience) => Objection | undefined
}

/** The kind of a type; that conditions go to their own kind only is what makes the step from one type to any true. */
export function kindOf(type: ConditionType): AnyKind {
  return conditionKinds[type] as unknown as AnyKind
}

/** A predicate for members of the audience's list. Nobody matches a condition on a merge field that is gone. */
export function compile(condition: Condition, audience: Audience): Predicate {
  const { about, ops } = kindOf(condition.condition_type)
  if (typeof about === 'object' && 'mergeTypes' in about) {
    const type = audience.mergeType(condition.field)
    if (!type || !about.mergeTypes.includes(type)) return nobody
  }
  return Object.hasOwn(ops, condition.op) ? (ops[condition.op]?.(condition, audience) ?? nobody) : nobody
}

/** A predicate for several conditions, of which a member must meet any or all. */
export function compileAll(match: 'any' | 'all', conditions: readonly Condition[], audience: Audience): Predicate {
  const predicates = conditions.map((condition) => compile(condition, audience))
  const [only] = predicates
  if (only && predicates.length === 1) return only
  return match === 'all' ? allOf(predicates) : anyOf(predicates)
}

function allOf(predicates: readonly Predicate[]): Predicate {
  return (member) => {
    for (const meets of predicates) if (!meets(member)) return false
    return true
  }
}

function anyOf(predicates: readonly Predicate[]): Predicate {
  return (member) => {
    for (const meets of predicates) if (meets(member)) return true
    return false
  }
}
