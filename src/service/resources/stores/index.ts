import type { Manifest } from '../manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).storeOperations,
  checkPath: async () => (await import('./path.ts')).checkStorePath,
  preparations: {},
  jobs: {},
  entities: [{ word: 'store', tables: ['stores'], ids: ['id'], parameters: ['store_id'], name: 'name' }],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
