import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).templateOperations,
  preparations: {},
  jobs: {},
  entities: [{ word: 'template', tables: ['templates'], ids: ['id'], parameters: ['template_id'], name: 'name' }],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
