import type { Manifest } from '../../rules/manifest.ts'
import { batchPhases } from '../../rules/batches/phases.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).batchOperations,
  jobs: batchPhases,
} satisfies Manifest
