import type { ServerMetrics } from '../metrics/server-metrics.ts'
import { realNow } from '../../kernel/support/time.ts'
import type { Store } from './store.ts'

/** A store like the given one, whose operations are timed. */
export function timedStore(store: Store, metrics: Pick<ServerMetrics, 'noteStore'>): Store {
  const timed = async <Result>(operation: string, run: () => Promise<Result>): Promise<Result> => {
    const began = realNow()
    try {
      const result = await run()
      metrics.noteStore(operation, 'ok', realNow() - began)
      return result
    } catch (error) {
      metrics.noteStore(operation, 'error', realNow() - began)
      throw error
    }
  }
  return {
    isShared: store.isShared,
    ids: () => timed('ids', () => store.ids()),
    version: (id) => timed('version', () => store.version(id)),
    read: (id, since) => timed('read', () => store.read(id, since)),
    readFields: (ids, names) => timed('read_fields', () => store.readFields(ids, names)),
    write: (change) => timed('write', () => store.write(change)),
    remove: (id) => timed('remove', () => store.remove(id)),
    ownerOf: (name) => timed('owner_of', () => store.ownerOf(name)),
    gone: () => timed('gone', () => store.gone()),
    dueBy: (until, limit) => timed('due_by', () => store.dueBy(until, limit)),
    claim: (id, what, ms) => timed('claim', () => store.claim(id, what, ms)),
    release: (id, what) => timed('release', () => store.release(id, what)),
    subscribe: (onChange) => store.subscribe(onChange),
    placeOf: (id) => store.placeOf(id),
    quarantine: (id) => timed('quarantine', () => store.quarantine(id)),
    close: () => store.close(),
  }
}
