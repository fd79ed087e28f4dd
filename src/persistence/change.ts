import { countOutstanding } from '../resources/deliveries/queue.ts'
import { deliveries } from '../resources/deliveries/delivery.ts'
import type { Millis } from '../support/time.ts'
import { nextJob } from '../world/clock.ts'
import { peek } from '../world/tx.ts'
import type { SyncState } from './sync-state.ts'
import type { SavedWorld } from './saved-world.ts'
import { recordsBetween } from './write-records.ts'
import type { StoreChange } from './store.ts'

/** The change that brings a store from the last saved state of a world to its current one. */
export function changeOf(subject: SavedWorld, names: ReadonlySet<string>, state: SyncState): StoreChange {
  const { world, origin } = subject
  const saved = state.saved
  // Rows are saved as differences from the scenario's rows, so a different origin means writing everything.
  const isWhole = saved === undefined || saved.origin.tables !== origin.tables
  return {
    id: world.id,
    from: state.version,
    isWhole,
    records: recordsBetween(isWhole ? undefined : saved, subject),
    names: {
      added: [...names].filter((name) => !state.names.has(name)),
      removed: [...state.names].filter((name) => !names.has(name)),
    },
    due: dueIn(subject),
  }
}

/**
 * Real time at which the next work in a world is due: deliveries now, jobs at their time. Returns `undefined` if nothing is
 * pending.
 */
export function dueIn({ world, clockReading }: Pick<SavedWorld, 'world' | 'clockReading'>): Millis | undefined {
  const { clock, tables } = world
  if (tables[deliveries.number] !== undefined && peek(world, countOutstanding) > 0) return clockReading.real
  const job = nextJob(world, clock.mode === 'frozen' ? clock.now : Number.POSITIVE_INFINITY)
  if (!job) return undefined
  return job.due_at <= clockReading.now
    ? clockReading.real
    : Math.ceil(clockReading.real + (job.due_at - clockReading.now) / clock.rate)
}
