import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).productOperations,
  checkPath: async () => (await import('./path.ts')).checkProductPath,
  checkBody: async () => (await import('./operations.ts')).productBodyChecks,
  preparations: {},
  jobs: {},
  reactions: {},
} satisfies Manifest
