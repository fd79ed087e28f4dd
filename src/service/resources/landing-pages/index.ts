import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).landingPageOperations,
  preparations: {},
  jobs: {},
  entities: [
    { word: 'landing_page', tables: ['landing_pages'], ids: ['id', 'web_id'], parameters: ['page_id'], name: 'content.name' },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
