import type { Manifest } from '../../rules/manifest.ts'
import { removeListMergeFields } from '../../model/merge-fields/merge-field.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).mergeFieldOperations,
  preparations: {},
  jobs: {},
  entities: [{ word: 'merge_field', tables: ['merge_fields'], ids: ['merge_id', 'tag'], parameters: ['merge_id'], name: 'tag' }],
  secrets: [],
  removeFor: { list: [removeListMergeFields], member: [] },
  reactions: {},
} satisfies Manifest
