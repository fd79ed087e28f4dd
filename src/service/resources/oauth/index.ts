import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).authorizedAppOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
