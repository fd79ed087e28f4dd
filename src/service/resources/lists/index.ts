import type { Manifest } from '../../rules/manifest.ts'
import { batchBodyPreparations } from '../../rules/members/prepare.ts'
import { notifyOwner } from './notify.ts'
import { removeListPermissions } from '../../model/lists/permissions.ts'
import { removeListStats } from '../../model/lists/stats.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).listOperations,
    ...(await import('./batch-subscribe.ts')).memberBatchOperations,
  }),
  prepareBody: async () => batchBodyPreparations,
  preparations: {},
  jobs: {},
  entities: [{ word: 'list', tables: ['lists'], ids: ['id', 'web_id'], parameters: ['list_id', 'audience_id'], name: 'name' }],
  secrets: [],
  removeFor: { list: [removeListPermissions, removeListStats], member: [] },
  reactions: { 'member.changed': notifyOwner },
} satisfies Manifest
