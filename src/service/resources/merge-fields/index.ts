import type { Manifest } from '../../rules/manifest.ts'
import { removeListMergeFields } from '../../model/merge-fields/merge-field.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).mergeFieldOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListMergeFields], member: [] },
  reactions: {},
} satisfies Manifest
