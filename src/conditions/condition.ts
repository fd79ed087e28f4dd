import type { Schemas } from '../contract/service.ts'
import type { Seconds } from '../support/time.ts'

/** A condition of a saved segment: complete, and true to the schema of its type. */
export type Condition = Schemas['Condition']
export type ConditionType = Condition['condition_type']
export type ConditionOf<Type extends ConditionType> = Extract<Condition, { readonly condition_type: Type }>

/** What conditions look at of a member. */
export interface MemberFacts {
  readonly contact_id: string
  readonly email_address: string
  readonly merge_fields: { readonly [tag: string]: MergeValue }
  readonly interests: readonly string[]
  readonly language: string
  readonly vip: boolean
  readonly rating: number
  readonly location: Pick<Schemas['MemberLocation'], 'latitude' | 'longitude' | 'country_code' | 'region'>
  readonly email_client: string
  readonly source: string
  readonly timestamp_opt: Seconds
  readonly last_changed: Seconds
}

export type MergeValue = string | number | Schemas['MergeFieldAddress']
export type MergeType = Schemas['MergeField']['type']

/** Whether a member meets a condition. */
export type Predicate = (member: MemberFacts) => boolean

export const nobody: Predicate = () => false
export const everybody: Predicate = () => true

/** What recipients can have done with a campaign. */
export type CampaignAction = 'open' | 'click' | 'reply'

/** A campaign as conditions know it. */
export interface SentCampaign {
  readonly id: string
  readonly send_time: Seconds
}

/**
 * The list around its members, as far as conditions have to know it. They ask while they are compiled, once for all
 * members; the sets hold contact ids.
 */
export interface Audience {
  /** The instant at which the current day began, in UTC. */
  readonly today: Seconds
  /** The type of the merge field of a tag. */
  mergeType(tag: string): MergeType | undefined
  /** Whether the list has an interest category, by either form of its id. */
  hasCategory(category: string): boolean
  /** The id of an interest of a category; both may be given in either form. */
  interestId(category: string, interest: string | number): string | undefined
  /** Who is in a segment that holds its members itself; undefined when there is no such segment. */
  inSegment(id: number, type: 'static' | 'fuzzy'): ReadonlySet<string> | undefined
  /** The campaign of a web id. */
  campaign(webId: string): SentCampaign | undefined
  /** The campaign that was sent last. */
  lastCampaign(): SentCampaign | undefined
  /** Who was sent the campaign, or any. */
  sentTo(campaign: SentCampaign | 'any'): ReadonlySet<string>
  /** Who did something with the campaign, or with any. */
  whoDid(deed: CampaignAction, campaign: SentCampaign | 'any'): ReadonlySet<string>
}

/** What is wrong with a condition beyond its schema, and in which of its members. */
export interface Objection {
  readonly member: 'field' | 'op' | 'value' | 'extra' | 'addr' | 'lat' | 'lng'
  readonly message: string
}

/** A type of condition. */
export interface ConditionKind<Type extends ConditionType> {
  /** Which fields it is about: fixed words, interests, or merge fields of some types. */
  readonly about: Subject<ConditionOf<Type>['field']>
  /** What each op means: a predicate for a condition that has it. */
  readonly ops: { readonly [Op in ConditionOf<Type>['op']]: Compile<ConditionOf<Type>> }
  /** What the schema cannot say: the first thing that is wrong. */
  readonly object?: (condition: ConditionOf<Type>, audience: Audience) => Objection | undefined
}

export type Subject<Field extends string = string> =
  | { readonly words: readonly Field[] }
  | { readonly mergeTypes: readonly MergeType[] }
  | 'interests'

export type Compile<C> = (condition: C, audience: Audience) => Predicate

/** Turns a predicate round. */
export function not(predicate: Predicate): Predicate {
  return (member) => !predicate(member)
}
