import type { Seconds } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import type { CampaignRow } from '../campaigns/campaign.ts'
import { record } from '../campaigns/deeds.ts'
import { mergeValueOf, type MemberRow } from '../members/member.ts'
import { conversations, type ConversationRow, type MessageRow } from './conversation.ts'
import { needConversations } from './plan.ts'
import { beginConversation, writeMessage } from './write.ts'

/** What somebody replies: a text, now and to be read yet unless it is said. */
export interface Reply {
  readonly message: string
  readonly subject?: string
  readonly at?: Seconds
  readonly read?: boolean
}

/** Records that a recipient replied to a campaign. His first reply begins a conversation, further ones continue it. */
export function replyToCampaign(
  tx: Tx,
  campaign: CampaignRow,
  member: MemberRow,
  { message, subject = `Re: ${campaign.subject_line}`, at = tx.now, read = false }: Reply,
): { readonly conversation: ConversationRow; readonly message: MessageRow } {
  needConversations(tx)
  record(tx, campaign, member, { action: 'reply', at })
  const sender = { from_label: labelOf(member), from_email: member.email_address, subject }
  const about = { campaign_id: campaign.id, contact_id: member.contact_id }
  const conversation =
    tx.first(conversations.byCampaign, about) ?? beginConversation(tx, { ...about, list_id: campaign.list_id, ...sender })
  return {
    conversation,
    message: writeMessage(tx, conversation, { by_recipient: true, ...sender, message, read, timestamp: at }),
  }
}

/** Somebody's name, or his address when he has none. */
export function labelOf(member: Pick<MemberRow, 'email_address' | 'merge_fields'>): string {
  const names = ['FNAME', 'LNAME'].map((tag) => mergeValueOf(member, tag))
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ') || member.email_address
}
