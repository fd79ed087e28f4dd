import type { Manifest } from '../../rules/manifest.ts'
import { removeListInterests } from '../../model/interests/interest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).interestOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListInterests], member: [] },
  reactions: {},
} satisfies Manifest
