import type { Manifest } from '../../rules/manifest.ts'
import { requestConfirmationIfPending } from '../../rules/members/confirmation.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).memberOperations,
  preparations: {},
  jobs: {},
  reactions: { 'member.changed': requestConfirmationIfPending },
} satisfies Manifest
