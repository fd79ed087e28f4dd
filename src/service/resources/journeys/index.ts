import { lazy } from '../../../kernel/world/lazy.ts'
import type { Manifest } from '../manifest.ts'
import { dropJourneysOf, leaveJourneys, memberChanged } from './reactions.ts'

// Most worlds have no journey, so this is loaded on demand to keep startup fast.
const flow = lazy(() => import('./flow.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).journeyOperations,
  preparations: {},
  jobs: { 'journeys.send': (tx, subject) => flow().sendNext(tx, subject) },
  entities: [{ word: 'journey', tables: ['journeys'], ids: ['id'], parameters: ['journey_id'], name: 'name' }],
  secrets: [],
  removeFor: { list: [dropJourneysOf], member: [leaveJourneys] },
  reactions: { 'member.changed': memberChanged },
} satisfies Manifest
