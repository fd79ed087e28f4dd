import type { Manifest } from '../manifest.ts'
import { dropEventsAbout, dropEventsOf } from './event.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).eventOperations,
  preparations: {},
  jobs: {},
  entities: [{ word: 'event', tables: ['events'], ids: ['id'], parameters: [], name: 'name' }],
  secrets: [],
  removeFor: { list: [dropEventsOf], member: [dropEventsAbout] },
  reactions: {},
} satisfies Manifest
