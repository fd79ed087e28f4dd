import { DAY_MS, MINUTE_MS } from '../../../kernel/support/units-of-time.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { lists } from '../lists/list.ts'
import { stores } from '../stores/store.ts'
import type { Cause } from '../../../kernel/world/tx.ts'

/** How the recipients react to a campaign: shares of all recipients, from 0 to 1. */
export interface RecipientRates {
  readonly open: number
  readonly click: number
  readonly soft_bounce: number
  readonly hard_bounce: number
  readonly unsubscribe: number
  readonly complaint: number
  readonly reply: number
  /** The share of the recipients whose emails a mail proxy opens for them; none if it is missing. */
  readonly proxy?: number
}

/** The longest times until recipients react. Most react much sooner. */
export interface ReactionTimes {
  readonly bounce_within: Millis
  /** Until a campaign is opened. */
  readonly open_within: Millis
  /** Until an open is followed by a click, and by a reply. */
  readonly click_within: Millis
  readonly reply_within: Millis
}

/** The usual times until recipients react. */
export const REACTION_TIMES: ReactionTimes = {
  bounce_within: 10 * MINUTE_MS,
  open_within: 7 * DAY_MS,
  click_within: MINUTE_MS,
  reply_within: 2 * DAY_MS,
}

/** How the recipients of all campaigns to a list react, or those of one campaign. */
export interface EngagementRow extends Row, RecipientRates, ReactionTimes {
  /** The list, or the campaign. */
  readonly id: string
}

export const engagements = defineTable<EngagementRow>()('engagements', { key: ['id'], ownedBy: [[lists, 'key']] })

/** Visitors who come to a store without a campaign. */
interface StoreVisits {
  /** The mean time between two visitors. */
  readonly every: Millis
  /** The instant of the last visit at the latest. */
  readonly until: Millis
  /** The shares of visitors who are new customers, and of those who opt in to emails. */
  readonly new: number
  readonly opt_in: number
}

/** What becomes of the orders of shoppers: shares of them, from 0 to 1, and the longest times until it happens. */
interface OrderProgress {
  readonly pending: number
  readonly cancelled: number
  readonly refunded: number
  readonly ship_within: Millis
  readonly refund_within: Millis
}

/** What visitors of a store and those who click in campaigns to its list do in the store: shares of them, from 0 to 1. */
export interface ShoppersRow extends Row {
  readonly store_id: string
  readonly list_id: string
  readonly domain: string
  readonly buy: number
  readonly abandon: number
  readonly return: number
  readonly within: Millis
  /** Most lines of a cart or an order. */
  readonly basket: number
  readonly visits: StoreVisits | undefined
  readonly orders: OrderProgress | undefined
}

export const shoppers = defineTable<ShoppersRow>()('shoppers', {
  key: ['store_id'],
  indexes: { byList: ['list_id'] },
  ownedBy: [[stores, 'key']],
})

/** A planned reaction of a recipient to a campaign: a trigger without the address, which can change until then. */
export interface ReactionRow extends Row {
  /** The number of the plan. A plan has the reactions of all recipients who were sent the campaign at the same instant. */
  readonly plan: number
  /** Its place in the plan. */
  readonly number: number
  readonly campaign_id: string
  readonly contact_id: string
  readonly at: Millis
  readonly body: Reaction
}

/** The triggers by which recipients react. */
type ReactionName =
  | 'campaign.open'
  | 'campaign.click'
  | 'conversation.reply'
  | 'member.bounce'
  | 'member.unsubscribe'
  | 'member.complain'

/** A trigger by which a recipient reacts, without the address. */
export type Reaction = WithoutAddress<Extract<ControlSchemas['Trigger'], { readonly trigger: ReactionName }>>

type WithoutAddress<Body> = Body extends unknown ? Omit<Body, 'email_address'> : never

export const reactions = defineTable<ReactionRow>()('reactions', {
  key: ['plan', 'number'],
  indexes: { byCampaign: ['campaign_id'] },
  remembered: false,
})

/** A planned trigger on the timeline of a scenario. */
export interface StepRow extends Row {
  /** Its number and its trigger: `3-member.unsubscribe`. */
  readonly id: string
  readonly at: Millis
  readonly body: ControlSchemas['Trigger']
  /** Whether it has run, or was rejected: then `refused` says why. */
  readonly outcome: 'pending' | 'done' | 'refused'
  readonly refused: string
  /** The reactions of the recipients to the campaign of the trigger; by default the setting of the list. */
  readonly readers?: RecipientRates
}

export const timeline = defineTable<StepRow>()('timeline', {
  key: ['id'],
  indexes: { byOutcome: ['outcome'] },
})

/** The cause of the changes that a step or a reaction makes: its trigger, which is the last part of its name. */
export function causeOfStep(subject: string): Cause {
  return { trigger: subject.slice(subject.lastIndexOf('-') + 1) }
}
