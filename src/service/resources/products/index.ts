import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).productOperations,
  checkPath: async () => (await import('../../rules/stores/path.ts')).checkStorePath,
  checkBody: async () => (await import('./operations.ts')).productBodyChecks,
} satisfies Manifest
