import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).authorizedAppOperations,
  preparations: {},
  jobs: {},
  reactions: {},
} satisfies Manifest
