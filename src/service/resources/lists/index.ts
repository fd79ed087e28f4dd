import type { Manifest } from '../../rules/manifest.ts'
import { batchSubscribeBodyPreparations } from '../../rules/members/prepare.ts'
import { notifyOwner } from './notify.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).listOperations,
    ...(await import('./batch-subscribe.ts')).memberBatchOperations,
  }),
  prepareBody: async () => batchSubscribeBodyPreparations,
  reactions: { 'member.changed': notifyOwner },
} satisfies Manifest
