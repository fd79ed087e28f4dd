import { campaigns, findRecipient } from '../model/campaigns/campaign.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { reactions } from '../model/triggers/engagement.ts'
import { tryTrigger } from './index.ts'
import { scheduleReaction } from './plan-reactions.ts'

/** Runs a reaction of a recipient, and schedules the next one of its plan. One that is no longer possible is skipped. */
export function runReaction(tx: Tx, subject: string): void {
  const [, plan, number] = subject.split('-').map(Number)
  const row = plan === undefined || number === undefined ? undefined : tx.first(reactions.key, { plan, number })
  if (!row) return
  const { campaign_id, contact_id, body } = row
  const campaign = tx.first(campaigns.key, { id: campaign_id })
  // After the deletion of a campaign, there is nothing left to react to.
  if (!campaign) return tx.removeAll(reactions.key, { plan: row.plan })
  const email_address = findRecipient(tx, campaign, contact_id)?.email_address ?? ''
  tryTrigger(tx, { ...body, email_address })
  tx.remove(reactions, row)
  scheduleReaction(tx, row.plan, row.number + 1)
}
