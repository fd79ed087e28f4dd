import type { Manifest } from '../../rules/manifest.ts'
import { removeListSegments } from '../../model/segments/segment.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).segmentOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListSegments], member: [] },
  reactions: {},
} satisfies Manifest
