import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { record } from '../campaigns/engagement/actions.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { errors } from '../../model/errors.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { type MemberRow, readMergeValue } from '../../model/members/member.ts'
import { type ConversationRow, conversations, type MessageRow, messages } from '../../model/conversations/conversation.ts'

/** Rejects the call if the plan of the account has no conversations. */
export function requireConversations(tx: ReadTx): void {
  if (tx.settings.conversations === 'off') throw errors.notPermitted('The plan of this account has no conversations.')
}

export type NewConversation = Omit<ConversationRow, 'seq' | 'id'> & Partial<Pick<ConversationRow, 'id'>>

/** The fields of a new message. By default, it is written now and unread. */
export type NewMessage = Pick<MessageRow, 'by_recipient' | 'from_label' | 'from_email' | 'subject' | 'message'> &
  Partial<Pick<MessageRow, 'id' | 'read' | 'timestamp'>>

/** Creates a conversation; its first message has to follow. */
export function beginConversation(tx: Tx, fields: NewConversation): ConversationRow {
  const id = fields.id ?? freshId(tx, 'conversations.id', (each) => !!tx.first(conversations.key, { id: each }))
  return tx.insert(conversations, { ...fields, id })
}

export function writeMessage(tx: Tx, { id: conversation_id, list_id }: ConversationRow, fields: NewMessage): MessageRow {
  const id = fields.id ?? freshId(tx, 'messages.id', (each) => !!tx.first(messages.key, { id: each }))
  return tx.insert(messages, { read: false, timestamp: tx.now, ...fields, id, conversation_id, list_id })
}

/** The fields of a reply. By default, it is written now and unread. */
export interface ConversationReply {
  readonly message: string
  readonly subject?: string
  readonly at?: Seconds
  readonly read?: boolean
}

/** Records that a recipient replied to a campaign. The first reply creates a conversation, further ones continue it. */
export function replyToCampaign(
  tx: Tx,
  campaign: CampaignRow,
  member: MemberRow,
  { message, subject = `Re: ${campaign.subject_line}`, at = tx.now, read = false }: ConversationReply,
): { readonly conversation: ConversationRow; readonly message: MessageRow } {
  requireConversations(tx)
  record(tx, campaign, member, { action: 'reply', at })
  const sender = { from_label: labelMember(member), from_email: member.email_address, subject }
  const about = { campaign_id: campaign.id, contact_id: member.contact_id }
  const conversation =
    tx.first(conversations.byCampaign, about) ?? beginConversation(tx, { ...about, list_id: campaign.list_id, ...sender })
  return {
    conversation,
    message: writeMessage(tx, conversation, { by_recipient: true, ...sender, message, read, timestamp: at }),
  }
}

/** A member's name, or the address if there is no name. */
export function labelMember(member: Pick<MemberRow, 'email_address' | 'merge_fields'>): string {
  const names = ['FNAME', 'LNAME'].map((tag) => readMergeValue(member, tag))
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ') || member.email_address
}
