import { expect } from 'vitest'
import type { Records, Store, StoreChange, StoreVersion } from '../../src/server/persistence/store.ts'

/** A change with default values for everything but its world. */
export function change(id: string, more: Partial<StoreChange> = {}): StoreChange {
  return { id, from: undefined, isWhole: false, records: new Map(), names: { added: [], removed: [] }, due: undefined, ...more }
}

/** Records as passed to a store: texts by name, `undefined` for removed records. */
export function texts(records: Readonly<Record<string, unknown>>): ReadonlyMap<string, string | undefined> {
  return new Map(Object.entries(records).map(([name, value]) => [name, value === undefined ? undefined : JSON.stringify(value)]))
}

/** Writes a change without a conflict. */
export async function writeRecords(store: Store, id: string, more: Partial<StoreChange> = {}): Promise<StoreVersion> {
  const version = await store.write(change(id, more))
  if (version === undefined) throw new Error(`The world ${id} is not at the version ${String(more.from)}.`)
  return version
}

/** All records of a world. */
export async function recordsOf(store: Store, id: string): Promise<Record<string, unknown> | undefined> {
  const stored = await store.read(id)
  if (!stored) return undefined
  expect(stored.isWhole).toBe(true)
  return Object.fromEntries(stored.records)
}

/** The state of a reader that had some records and has read the changes since. */
export async function recordsSince(
  store: Store,
  id: string,
  had: Records,
  since: StoreVersion,
): Promise<Record<string, unknown>> {
  const stored = await store.read(id, since)
  if (!stored) throw new Error(`There is no world ${id}.`)
  const now = new Map(stored.isWhole ? [] : had)
  for (const [name, value] of stored.records) {
    if (value === undefined) now.delete(name)
    else now.set(name, value)
  }
  return Object.fromEntries(now)
}
