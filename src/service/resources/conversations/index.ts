import type { Manifest } from '../../rules/manifest.ts'
import { removeListConversations, dropConversationsWith } from '../../model/conversations/conversation.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).conversationOperations,
  preparations: {},
  jobs: {},
  entities: [
    { word: 'conversation', tables: ['conversations'], ids: ['id'], parameters: ['conversation_id'], name: 'subject' },
    { word: 'conversation_message', tables: ['conversation_messages'], ids: ['id'], parameters: ['message_id'], name: 'subject' },
  ],
  secrets: [],
  removeFor: { list: [removeListConversations], member: [dropConversationsWith] },
  reactions: {},
} satisfies Manifest
