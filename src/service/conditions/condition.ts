import type { ServiceSchemas } from '../../kernel/contract/service.ts'
import type { MergeValue } from '../model/merge-fields/merge-field.ts'
import type { Seconds } from '../../kernel/support/time.ts'

/** A condition of a saved segment: complete, and valid against the schema of its type. */
export type AnyCondition = ServiceSchemas['Condition']
export type ConditionType = AnyCondition['condition_type']
export type ConditionOf<Type extends ConditionType> = Extract<AnyCondition, { readonly condition_type: Type }>

/** The fields of a member that conditions read. */
export interface MemberFacts {
  readonly contact_id: string
  readonly email_address: string
  readonly merge_fields: { readonly [tag: string]: MergeValue }
  readonly interests: readonly string[]
  readonly language: string
  readonly vip: boolean
  readonly rating: number
  readonly location: Pick<ServiceSchemas['MemberLocation'], 'latitude' | 'longitude' | 'country_code' | 'region'>
  readonly email_client: string
  readonly source: string
  readonly timestamp_opt: Seconds
  readonly last_changed: Seconds
}

export type MergeType = ServiceSchemas['MergeField']['type']

export type MemberPredicate = (member: MemberFacts) => boolean

export const matchesNone: MemberPredicate = () => false
export const matchesAll: MemberPredicate = () => true

/** What recipients can do with a campaign, as far as conditions ask for it. */
export type CampaignAction = 'open' | 'click' | 'reply'

/** How far members can be in an automation, as far as conditions ask for it. */
export type AutomationProgress = 'started' | 'completed'

/** The fields of a campaign that conditions read. */
export interface SentCampaign {
  readonly id: string
  readonly send_time: Seconds
}

/** What a contact bought in the stores of the list, by the orders that count. */
export interface Purchases {
  readonly orders: number
  /** The sum of the order totals, the largest and the smallest, as amounts. */
  readonly spent: number
  readonly largest: number
  readonly smallest: number
  readonly last_at: Seconds
  /** The ids of the stores. */
  readonly stores: readonly string[]
}

/** The lines of a contact's orders that count. */
export interface Basket {
  /** The sum of the quantities. */
  readonly items: number
  readonly products: readonly ProductNames[]
}

/** The names of a bought product. */
export interface ProductNames {
  readonly title: string
  readonly category: string
}

/** Something that some contacts have, by contact id. */
export type ByContact<Found> = Pick<ReadonlyMap<string, Found>, 'get'>

/** The list as conditions see it. They query it while they are compiled, once for all members; the sets contain contact ids. */
export interface ConditionAudience {
  /** The current instant. A predicate that depends on it is valid only at this instant. */
  readonly now: Seconds
  mergeType(tag: string): MergeType | undefined
  /** Whether the list has an interest category, by either form of its id. */
  hasCategory(category: string): boolean
  /** The id of an interest of a category; both may be given as id or as number. */
  interestId(category: string, interest: string | number): string | undefined
  /** The members of a static or fuzzy segment, or `undefined` if there is no such segment. */
  inSegment(id: number, type: 'static' | 'fuzzy'): ReadonlySet<string> | undefined
  campaign(webId: string): SentCampaign | undefined
  /** The campaign that was sent most recently. */
  lastCampaign(): SentCampaign | undefined
  /** The recipients of the campaign, or of any campaign. */
  sentTo(campaign: SentCampaign | 'any'): ReadonlySet<string>
  /** The recipients who did something with the campaign, or with any campaign. */
  reactedTo(action: CampaignAction, campaign: SentCampaign | 'any'): ReadonlySet<string>
  /** The id of the automation with a web id, or with an email that has it. */
  automation(webId: string): string | undefined
  /** The members who started or completed an automation. */
  inAutomation(progress: AutomationProgress, workflow_id: string): ReadonlySet<string>
  /** What each contact with orders bought. Only conditions for which `dependsOnOrders` holds may read it. */
  purchases(): ByContact<Purchases>
  /** The lines of the orders of each contact. Only conditions for which `dependsOnOrders` holds may read it. */
  baskets(): ByContact<Basket>
}

/** What is wrong with a condition beyond its schema, and in which of its members. */
export interface ConditionViolation {
  readonly member: 'field' | 'op' | 'value' | 'extra' | 'addr' | 'lat' | 'lng'
  readonly message: string
}

export interface ConditionKind<Type extends ConditionType> {
  /** Its fields: fixed words, interests, or merge fields of some types. */
  readonly about: ConditionSubject<ConditionOf<Type>['field']>
  /** The predicate of each op. */
  readonly ops: { readonly [Op in ConditionOf<Type>['op']]: Compile<ConditionOf<Type>> }
  /** Checks the rules that the schema cannot express. Returns the first error. */
  readonly check?: (condition: ConditionOf<Type>, audience: ConditionAudience) => ConditionViolation | undefined
}

export type ConditionSubject<Field extends string = string> =
  | { readonly words: readonly Field[] }
  | { readonly mergeTypes: readonly MergeType[] }
  | 'interests'

export type Compile<C> = (condition: C, audience: ConditionAudience) => MemberPredicate

/** Negates a predicate. */
export function not(predicate: MemberPredicate): MemberPredicate {
  return (member) => !predicate(member)
}
