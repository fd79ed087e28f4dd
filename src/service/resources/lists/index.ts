import type { Manifest } from '../../rules/manifest.ts'
import { notifyOwner } from './notify.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).listOperations,
    ...(await import('./batch-subscribe.ts')).memberBatchOperations,
  }),
  preparations: {},
  jobs: {},
  reactions: { 'member.changed': notifyOwner },
} satisfies Manifest
