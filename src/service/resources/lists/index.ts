import type { Manifest } from '../../rules/manifest.ts'
import { notifyOwner } from './notify.ts'
import { removeListPermissions } from '../../model/lists/permissions.ts'
import { removeListStats } from '../../model/lists/stats.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).listOperations,
    ...(await import('./batch-subscribe.ts')).memberBatchOperations,
  }),
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListPermissions, removeListStats], member: [] },
  reactions: { 'member.changed': notifyOwner },
} satisfies Manifest
