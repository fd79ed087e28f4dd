import { countOutstanding } from '../../service/resources/deliveries/queue.ts'
import { deliveries } from '../../service/resources/deliveries/delivery.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { nextJob } from '../../kernel/world/clock.ts'
import { peek } from '../../kernel/world/tx.ts'
import { baseOf } from './pack-rows.ts'
import type { SyncState } from './sync-state.ts'
import type { SavedWorld } from './saved-world.ts'
import { recordsBetween } from './write-records.ts'
import type { StoreChange } from './store.ts'

/**
 * The change that brings a store from the last saved state of a world to its current one. `says` is the digest of what the scenario's
 * own files say.
 */
export function changeOf(
  subject: SavedWorld,
  names: ReadonlySet<string>,
  { state, says }: { readonly state: SyncState; readonly says: string | undefined },
): StoreChange {
  const { world, origin } = subject
  const saved = state.saved
  const isWhole = writesWhole(subject, saved)
  return {
    id: world.id,
    from: state.version,
    isWhole,
    base: isWhole ? baseOf(origin) : undefined,
    records: recordsBetween(isWhole ? undefined : saved, subject, says),
    names: {
      added: [...names].filter((name) => !state.names.has(name)),
      removed: [...state.names].filter((name) => !names.has(name)),
    },
    due: dueIn(subject),
  }
}

/** Whether all records are written: rows are saved as differences from those of the origin, in the current format. */
function writesWhole({ format, origin }: SavedWorld, saved: SavedWorld | undefined): boolean {
  return saved === undefined || saved.origin.tables !== origin.tables || saved.format !== format
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
