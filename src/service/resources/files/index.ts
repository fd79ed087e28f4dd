import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).fileManagerOperations,
  preparations: {},
  jobs: {},
  entities: [
    { word: 'file', tables: ['files'], ids: ['id'], parameters: ['file_id'], name: 'name' },
    { word: 'file_folder', tables: ['file_folders'], ids: ['id'], parameters: ['file_folder_id'], name: 'name' },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
