import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Call, Operations } from '../../rules/requests/operation.ts'
import { isWithin } from '../../rules/requests/paging.ts'
import { readAccount } from '../../model/root/account.ts'
import {
  conversationOrThrow,
  conversations,
  countUnread,
  isOfRecipient,
  messageOrThrow,
  findMessages,
  type ConversationRow,
} from '../../model/conversations/conversation.ts'
import { conversationView, messageView } from './view.ts'
import { requireConversations, writeMessage } from '../../rules/conversations/write.ts'

export const conversationOperations = {
  getConversations: listRows({
    schema: 'ConversationCollection',
    rows(tx, _path, query) {
      requireConversations(tx)
      return chooseConversations(tx, query)
    },
    view: conversationView,
    answer: (page) => ({ conversations: page }),
  }),

  getConversation({ tx, path }) {
    requireConversations(tx)
    return conversationView(tx, conversationOrThrow(tx, path.conversation_id))
  },

  getConversationMessages: listRows({
    schema: 'ConversationMessageCollection',
    rows(tx, path, { is_read, since_timestamp: since, before_timestamp: before }) {
      requireConversations(tx)
      return findMessages(tx, conversationOrThrow(tx, path.conversation_id)).filter(
        ({ read, timestamp }) => (is_read === undefined || read === is_read) && isWithin(timestamp, since, before),
      )
    },
    view: messageView,
    answer: (page, { conversation_id }) => ({ conversation_messages: page, conversation_id }),
  }),

  getConversationMessage({ tx, path }) {
    requireConversations(tx)
    return messageView(tx, messageOrThrow(tx, conversationOrThrow(tx, path.conversation_id), path.message_id))
  },

  createConversationMessage({ tx, path, body }) {
    requireConversations(tx)
    const conversation = conversationOrThrow(tx, path.conversation_id)
    const { from_email, read, subject = '', message = '' } = body
    const by_recipient = isOfRecipient(tx, conversation, from_email)
    const from_label = by_recipient ? conversation.from_label : readAccount(tx).account_name
    return messageView(tx, writeMessage(tx, conversation, { by_recipient, from_label, from_email, read, subject, message }))
  },
} satisfies Partial<Operations>

type ConversationQuery = Call<'getConversations'>['query']

function chooseConversations(tx: ReadTx, query: ConversationQuery): ConversationRow[] {
  const { list_id, campaign_id, has_unread_messages: unread } = query
  return candidates(tx, query)
    .all()
    .filter(
      (conversation) =>
        (list_id === undefined || conversation.list_id === list_id) &&
        (campaign_id === undefined || conversation.campaign_id === campaign_id) &&
        (unread === undefined || countUnread(tx, conversation) > 0 === unread),
    )
    .toSorted((a, b) => a.seq - b.seq)
}

function candidates(tx: ReadTx, { list_id, campaign_id }: ConversationQuery): Range<ConversationRow> {
  if (campaign_id !== undefined) return tx.range(conversations.byCampaign, { campaign_id })
  return list_id === undefined ? tx.range(conversations.inOrder) : tx.range(conversations.onList, { list_id })
}
