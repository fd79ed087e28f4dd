import type { Tx } from '../../world/tx.ts'
import { freshId } from '../fresh-id.ts'
import { conversations, messages, type ConversationRow, type MessageRow } from './conversation.ts'

/** What a conversation is begun with. */
export type NewConversation = Omit<ConversationRow, 'seq' | 'id'> & Partial<Pick<ConversationRow, 'id'>>

/** What a message is made of; it is of now and unread unless it is said. */
export type NewMessage = Pick<MessageRow, 'by_recipient' | 'from_label' | 'from_email' | 'subject' | 'message'> &
  Partial<Pick<MessageRow, 'id' | 'read' | 'timestamp'>>

/** Begins a conversation; its first message has to follow. */
export function beginConversation(tx: Tx, fields: NewConversation): ConversationRow {
  const id = fields.id ?? freshId(tx, 'conversations.id', (each) => !!tx.first(conversations.key, { id: each }))
  return tx.insert(conversations, { ...fields, id })
}

/** Writes a message in a conversation. */
export function writeMessage(tx: Tx, { id: conversation_id, list_id }: ConversationRow, fields: NewMessage): MessageRow {
  const id = fields.id ?? freshId(tx, 'messages.id', (each) => !!tx.first(messages.key, { id: each }))
  return tx.insert(messages, { read: false, timestamp: tx.now, ...fields, id, conversation_id, list_id })
}
