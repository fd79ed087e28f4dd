import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).rootOperations,
  preparations: {},
  jobs: {},
  entities: [{ word: 'account', tables: ['account'], ids: ['account_id'], parameters: [], name: 'account_name' }],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
