import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).folderOperations,
  preparations: {},
  jobs: {},
  entities: [
    { word: 'campaign_folder', tables: ['folders'], ids: ['id'], parameters: ['folder_id'], name: 'name', kind: 'campaign' },
    { word: 'template_folder', tables: ['folders'], ids: ['id'], parameters: ['folder_id'], name: 'name', kind: 'template' },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
