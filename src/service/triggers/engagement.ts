import type { CampaignRow } from '../model/campaigns/campaign.ts'
import { asResourceEvent } from '../rules/resource-events.ts'
import type { Pausable } from '../../kernel/world/pausable.ts'
import type { DomainEvent, ReadTx, Tx } from '../../kernel/world/tx.ts'
import { type EngagementRow, engagements, shoppers } from '../model/triggers/engagement.ts'
import { planReactions } from './plan-reactions.ts'
import { planShopping } from './shopping.ts'

/** How the recipients of a campaign react, or `undefined` if they do not. */
function engagementWith(tx: ReadTx, { id, parent_id, list_id }: CampaignRow): EngagementRow | undefined {
  const found = (key: string) => (key === '' ? undefined : tx.first(engagements.key, { id: key }))
  return found(id) ?? found(parent_id) ?? found(list_id)
}

/**
 * Plans the reactions of recipients when a campaign is delivered to them, and what they do in stores when they click. Removes engagements
 * that are no longer needed.
 */
export function reactToEvent(tx: Tx, domainEvent: DomainEvent): Pausable | undefined {
  const event = asResourceEvent(domainEvent)
  if (event.type === 'campaign.delivered') {
    const engagement = engagementWith(tx, event.campaign)
    return engagement && planReactions(tx, event.campaign, event.recipients, engagement)
  }
  if (event.type === 'recipient.acted' && event.action === 'click') {
    for (const each of tx.range(shoppers.byList, { list_id: event.campaign.list_id }).all())
      planShopping(tx, each, event.campaign, event.member)
  }
  if (event.type === 'campaign.ended') tx.removeAll(engagements.key, { id: event.campaign.id })
  return undefined
}
