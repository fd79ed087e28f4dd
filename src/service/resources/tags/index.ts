import type { Manifest } from '../../rules/manifest.ts'
import { dropTaggingsAbout } from '../../model/tags/tag.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).tagOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [], member: [dropTaggingsAbout] },
  reactions: {},
} satisfies Manifest
