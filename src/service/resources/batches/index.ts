import type { Manifest } from '../../rules/manifest.ts'
import { type BatchRow, KEPT_S } from '../../model/batches/batch.ts'
import { batchPhases } from '../../rules/batches/phases.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).batchOperations,
  preparations: {},
  jobs: batchPhases,
  entities: [
    {
      word: 'batch',
      tables: ['batches'],
      ids: ['id'],
      parameters: ['batch_id'],
      name: 'id',
      hiddenBecause: (tx, row: BatchRow) =>
        row.submitted_at + KEPT_S <= tx.now ? 'It is older than seven days: the collection of batches leaves it out.' : undefined,
    },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
