import { MINUTE_MS, DAY_MS } from '../../kernel/support/units-of-time.ts'
import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { CampaignRow } from '../resources/campaigns/campaign.ts'
import { asResourceEvent } from '../resources/resource-events.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { lazy } from '../../kernel/world/lazy.ts'
import type { Pausable } from '../../kernel/world/pausable.ts'
import { defineTable } from '../../kernel/world/table.ts'
import type { DomainEvent, Tx } from '../../kernel/world/tx.ts'

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
export interface EngagementRow extends RecipientRates, ReactionTimes {
  readonly seq: number
  /** The list, or the campaign. */
  readonly id: string
}

export const engagements = defineTable<EngagementRow>()('engagements', { key: ['id'] })

/** What those who click in campaigns to the list of a store do in the store: shares of them, from 0 to 1. */
export interface ShoppersRow {
  readonly seq: number
  readonly store_id: string
  readonly list_id: string
  readonly domain: string
  readonly buy: number
  readonly abandon: number
  readonly return: number
  readonly within: Millis
  /** Most lines of a cart or an order. */
  readonly basket: number
}

export const shoppers = defineTable<ShoppersRow>()('shoppers', { key: ['store_id'], byList: ['list_id'] })

/** A planned reaction of a recipient to a campaign: a trigger without the address, which can change until then. */
export interface ReactionRow {
  readonly seq: number
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

export const reactions = defineTable<ReactionRow>({ remembered: false })('reactions', {
  key: ['plan', 'number'],
  byCampaign: ['campaign_id'],
})

/** How the recipients of a campaign react, or `undefined` if they do not. */
function engagementWith(tx: Tx, { id, parent_id, list_id }: CampaignRow): EngagementRow | undefined {
  const found = (key: string) => (key === '' ? undefined : tx.first(engagements.key, { id: key }))
  return found(id) ?? found(parent_id) ?? found(list_id)
}

const shopping = lazy(() => import('./shopping.ts'))
const react = lazy(() => import('./react.ts'))

/**
 * Plans the reactions of recipients when a campaign is delivered to them, and what they do in stores when they click. Removes engagements and
 * shoppers that are no longer needed.
 */
export function reactToEvent(tx: Tx, domainEvent: DomainEvent): Pausable | undefined {
  const event = asResourceEvent(domainEvent)
  if (event.type === 'campaign.delivered') {
    const engagement = engagementWith(tx, event.campaign)
    return engagement && react().planReactions(tx, event.campaign, event.recipients, engagement)
  }
  if (event.type === 'recipient.acted' && event.action === 'click') {
    for (const each of tx.range(shoppers.byList, { list_id: event.campaign.list_id }).all())
      shopping().planShopping(tx, each, event.campaign, event.member)
  }
  if (event.type === 'campaign.ended') forget(tx, event.campaign.id)
  else if (event.type === 'list.deleted') forget(tx, event.list.id)
  else if (event.type === 'store.deleted') tx.removeAll(shoppers.key, { store_id: event.store.id })
  return undefined
}

function forget(tx: Tx, id: string): void {
  const row = tx.first(engagements.key, { id })
  if (row) tx.remove(engagements, row)
}
