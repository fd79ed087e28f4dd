import type { Manifest } from '../../rules/manifest.ts'
import { memberBodyPreparations } from '../../rules/members/prepare.ts'
import { requestConfirmationIfPending } from '../../rules/members/confirmation.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).memberOperations,
  prepareBody: async () => memberBodyPreparations,
  reactions: { 'member.changed': requestConfirmationIfPending },
} satisfies Manifest
