import type { Manifest } from '../../rules/manifest.ts'
import { removeListConversations, dropConversationsWith } from '../../model/conversations/conversation.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).conversationOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListConversations], member: [dropConversationsWith] },
  reactions: {},
} satisfies Manifest
