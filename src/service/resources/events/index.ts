import type { Manifest } from '../../rules/manifest.ts'
import { dropEventsAbout, removeListEvents } from '../../model/events/event.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).eventOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListEvents], member: [dropEventsAbout] },
  reactions: {},
} satisfies Manifest
