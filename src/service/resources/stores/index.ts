import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).storeOperations,
  checkPath: async () => (await import('../../rules/stores/path.ts')).checkStorePath,
} satisfies Manifest
