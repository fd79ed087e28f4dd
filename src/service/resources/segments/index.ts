import type { Manifest } from '../../rules/manifest.ts'
import { removeListSegments } from '../../model/segments/segment.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).segmentOperations,
  preparations: {},
  jobs: {},
  entities: [{ word: 'segment', tables: ['segments'], ids: ['id', 'name'], parameters: ['segment_id'], name: 'name' }],
  secrets: [],
  removeFor: { list: [removeListSegments], member: [] },
  reactions: {},
} satisfies Manifest
