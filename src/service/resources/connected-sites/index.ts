import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).connectedSiteOperations,
  preparations: {},
  jobs: {},
  entities: [
    {
      word: 'connected_site',
      tables: ['connected_sites'],
      ids: ['foreign_id'],
      parameters: ['connected_site_id'],
      name: 'domain',
    },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
