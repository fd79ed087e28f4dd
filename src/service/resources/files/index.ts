import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).fileManagerOperations,
} satisfies Manifest
