import { countOutstanding } from '../resources/deliveries/queue.ts'
import { deliveries } from '../resources/deliveries/delivery.ts'
import type { Millis } from '../support/time.ts'
import { nextJob } from '../world/clock.ts'
import { peek } from '../world/tx.ts'
import type { SyncState } from './sync-state.ts'
import type { SavedWorld } from './saved-world.ts'
import { recordsBetween } from './write-records.ts'
import type { StoreChange } from './store.ts'

/** What is to be written so that a world is kept as it stands. */
export function changeOf(subject: SavedWorld, names: ReadonlySet<string>, holding: SyncState): StoreChange {
  const { world, origin } = subject
  const known = holding.kept
  // What is kept of rows is where they differ from those of the scenario, so that another scenario means all of it.
  const isWhole = known === undefined || known.origin.tables !== origin.tables
  return {
    id: world.id,
    from: holding.version,
    isWhole,
    records: recordsBetween(isWhole ? undefined : known, subject),
    names: {
      added: [...names].filter((name) => !holding.names.has(name)),
      removed: [...holding.names].filter((name) => !names.has(name)),
    },
    due: dueIn(subject),
  }
}

/** When something in a world is to be done, in real time: deliveries at once, jobs when their time comes; nothing if nothing waits. */
export function dueIn({ world, met }: Pick<SavedWorld, 'world' | 'met'>): Millis | undefined {
  const { clock, tables } = world
  if (tables[deliveries.number] !== undefined && peek(world, countOutstanding) > 0) return met.real
  const job = nextJob(world, clock.mode === 'frozen' ? clock.now : Number.POSITIVE_INFINITY)
  if (!job) return undefined
  return job.due_at <= met.now ? met.real : Math.ceil(met.real + (job.due_at - met.now) / clock.rate)
}
