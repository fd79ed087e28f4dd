import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { members } from '../members/member.ts'
import { lists } from '../lists/list.ts'

/** A recipient's reply to a campaign and what followed. Its messages are separate rows. */
export interface ConversationRow extends Row {
  readonly id: string
  readonly campaign_id: string
  readonly list_id: string
  readonly contact_id: string
  readonly from_label: string
  readonly from_email: string
  readonly subject: string
}

export const conversations = defineTable<ConversationRow>()('conversations', {
  key: ['id'],
  indexes: { inOrder: [], onList: ['list_id'], byCampaign: ['campaign_id', 'contact_id'], byContact: ['contact_id'] },
  word: 'conversation',
  parameters: ['conversation_id'],
  shownBy: 'subject',
  ownedBy: [
    [lists, 'onList'],
    [members, 'byContact'],
  ],
})

export interface MessageRow extends Row {
  readonly id: string
  readonly conversation_id: string
  readonly list_id: string
  /** Whether the recipient wrote it, or the account. */
  readonly by_recipient: boolean
  readonly from_label: string
  readonly from_email: string
  readonly subject: string
  readonly message: string
  readonly read: boolean
  readonly timestamp: Seconds
}

export const messages = defineTable<MessageRow>()('conversation_messages', {
  key: ['id'],
  indexes: { byConversation: ['conversation_id', 'timestamp'], byRead: ['conversation_id', 'read'] },
  word: 'conversation_message',
  parameters: ['message_id'],
  shownBy: 'subject',
  ownedBy: [[conversations, 'byConversation']],
})

export function conversationOrThrow(tx: ReadTx, id: string): ConversationRow {
  return tx.first(conversations.key, { id }) ?? refuseMissing('there is no conversation', id)
}

/** Returns the message with an id in a conversation. Throws a 404 if there is none. */
export function messageOrThrow(tx: ReadTx, conversation: ConversationRow, id: string): MessageRow {
  const message = tx.first(messages.key, { id })
  return message?.conversation_id === conversation.id ? message : refuseMissing('the conversation has no message', id)
}

/** The messages of a conversation, oldest first. */
export function findMessages(tx: ReadTx, { id }: ConversationRow): MessageRow[] {
  return tx.range(messages.byConversation, { conversation_id: id }).all()
}

export function countUnread(tx: ReadTx, { id }: ConversationRow): number {
  return tx.range(messages.byRead, { conversation_id: id, read: false }).count
}

/** Whether an address is the one that started the conversation, or the recipient's current one. */
export function isOfRecipient(tx: ReadTx, { contact_id, from_email }: ConversationRow, address: string): boolean {
  const addresses = [from_email, tx.first(members.key, { contact_id })?.email_address]
  return addresses.some((each) => each?.toLowerCase() === address.toLowerCase())
}
