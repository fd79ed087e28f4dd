import type { Manifest } from '../manifest.ts'
import { notifyOwner } from './notify.ts'
import { dropPermissionsOf } from './permissions.ts'
import { dropStatsOf } from './stats.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).listOperations,
    ...(await import('../members/batch-subscribe.ts')).memberBatchOperations,
  }),
  preparations: {},
  jobs: {},
  entities: [{ word: 'list', tables: ['lists'], ids: ['id', 'web_id'], parameters: ['list_id', 'audience_id'], name: 'name' }],
  secrets: [],
  removeFor: { list: [dropPermissionsOf, dropStatsOf], member: [] },
  reactions: { 'member.changed': notifyOwner },
} satisfies Manifest
