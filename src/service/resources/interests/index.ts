import type { Manifest } from '../../rules/manifest.ts'
import { removeListInterests } from '../../model/interests/interest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).interestOperations,
  preparations: {},
  jobs: {},
  entities: [
    { word: 'interest', tables: ['interests'], ids: ['id', 'number'], parameters: ['interest_id'], name: 'name' },
    {
      word: 'interest_category',
      tables: ['interest_categories'],
      ids: ['id', 'number'],
      parameters: ['interest_category_id'],
      name: 'title',
    },
  ],
  secrets: [],
  removeFor: { list: [removeListInterests], member: [] },
  reactions: {},
} satisfies Manifest
