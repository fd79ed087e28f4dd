import type { Manifest } from '../../rules/manifest.ts'
import { batchBodyPreparations } from '../../rules/members/prepare.ts'
import { notifyOwner } from './notify.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).listOperations,
    ...(await import('./batch-subscribe.ts')).memberBatchOperations,
  }),
  prepareBody: async () => batchBodyPreparations,
  preparations: {},
  jobs: {},
  reactions: { 'member.changed': notifyOwner },
} satisfies Manifest
