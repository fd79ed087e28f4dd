import type { Manifest } from '../manifest.ts'
import { dropTaggingsAbout } from './tag.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).tagOperations,
  preparations: {},
  jobs: {},
  entities: [],
  secrets: [],
  removeFor: { list: [], member: [dropTaggingsAbout] },
  reactions: {},
} satisfies Manifest
