import type { Range } from '../../../kernel/world/range.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import { type Call, type Operations, isWithin } from '../../rules/requests/operation.ts'
import { readAccount } from '../../model/root/account.ts'
import {
  conversationOrThrow,
  conversations,
  countUnread,
  isOfRecipient,
  messageOrThrow,
  findMessages,
  type ConversationRow,
  messages,
  type MessageRow,
} from '../../model/conversations/conversation.ts'
import { requireConversations, writeMessage } from '../../rules/conversations/write.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import { campaigns, isAutomated } from '../../model/campaigns/campaign.ts'
import { renderLinks } from '../../rules/answers/links.ts'

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
        (each) => (is_read === undefined || each.read === is_read) && isWithin(each.timestamp, since, before),
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
  return readCandidates(tx, query)
    .all()
    .filter(
      (conversation) =>
        (list_id === undefined || conversation.list_id === list_id) &&
        (campaign_id === undefined || conversation.campaign_id === campaign_id) &&
        (unread === undefined || countUnread(tx, conversation) > 0 === unread),
    )
    .toSorted((a, b) => a.seq - b.seq)
}

function readCandidates(tx: ReadTx, { list_id, campaign_id }: ConversationQuery): Range<ConversationRow> {
  if (campaign_id !== undefined) return tx.range(conversations.byCampaign, { campaign_id })
  return list_id === undefined ? tx.range(conversations.inOrder) : tx.range(conversations.onList, { list_id })
}

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

function messageView(tx: ReadTx, row: MessageRow): ServiceSchemas['ConversationMessage'] {
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
