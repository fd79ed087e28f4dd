import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { campaigns, isAutomated } from '../../model/campaigns/campaign.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { type ConversationRow, messages, countUnread, type MessageRow } from '../../model/conversations/conversation.ts'

export function conversationView(tx: ReadTx, conversation: ConversationRow): ServiceSchemas['Conversation'] {
  const { id, campaign_id, list_id, from_label, from_email, subject } = conversation
  const all = tx.range(messages.byConversation, { conversation_id: id })
  const [last] = all.sliceFromEnd(0, 1)
  return {
    id,
    message_count: all.count,
    campaign_id,
    list_id,
    unread_messages: countUnread(tx, conversation),
    from_label,
    from_email,
    subject,
    last_message: {
      from_label: last?.from_label ?? '',
      from_email: last?.from_email ?? '',
      subject: last?.subject ?? '',
      message: last?.message ?? '',
      read: last?.read ?? true,
      timestamp: timestamp(last?.timestamp ?? 0),
    },
    _links: renderLinks(tx, 'Conversation', { conversation_id: id, campaign_id, list_id }).filter(
      ({ rel }) => rel !== 'campaign' || isReadable(tx, campaign_id),
    ),
  }
}

/** Whether the operations of campaigns know a campaign: not if it was deleted, nor if it is an email of an automation. */
function isReadable(tx: ReadTx, id: string): boolean {
  const campaign = tx.first(campaigns.key, { id })
  return campaign !== undefined && !isAutomated(campaign)
}

export function messageView(tx: ReadTx, row: MessageRow): ServiceSchemas['ConversationMessage'] {
  const { id, conversation_id, list_id, from_label, from_email, subject, message, read } = row
  return {
    id,
    conversation_id,
    list_id,
    from_label,
    from_email,
    subject,
    message,
    read,
    timestamp: timestamp(row.timestamp),
    _links: renderLinks(tx, 'ConversationMessage', { conversation_id, message_id: id }),
  }
}
