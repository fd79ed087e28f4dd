import type { Store } from '../host/store.ts'
import { readDuration } from '../support/time.ts'
import type { DoubleOptions } from './options.ts'

/** Where worlds are to be kept. */
export type StoreOptions = Pick<DoubleOptions, 'data' | 'store' | 'recover' | 'worldTtl'>

/** Opens the store in which worlds are to be kept; nothing if they are to end with the process. Throws where the options contradict. */
export async function openStore(
  { data, store, recover = false, worldTtl }: StoreOptions,
  log: (message: string) => void,
): Promise<Store | undefined> {
  if (data !== undefined && store !== undefined)
    throw new Error('worlds are kept in one place: give --data (data) or --store (store), not both.')
  if (worldTtl !== undefined && store === undefined)
    throw new Error('--world-ttl (worldTtl) goes with --store (store) only: worlds in a folder stay until they are deleted.')
  if (data !== undefined) {
    const { openLowdbStore } = await import('../stores/lowdb-store.ts')
    return openLowdbStore(data, { recover, log })
  }
  if (store === undefined) return undefined
  const ttl = worldTtl === undefined ? undefined : lifetimeOf(worldTtl)
  const { openValkeyStore } = await import('../stores/valkey-store.ts')
  return openValkeyStore(store, { ...(ttl === undefined ? {} : { ttl }), log })
}

function lifetimeOf(worldTtl: string | number): number {
  const ttl = readDuration(worldTtl)
  if (ttl !== undefined && ttl >= 1_000) return ttl
  throw new Error(
    `--world-ttl (worldTtl) is a duration of a second or more, such as PT12H or P7D; ${JSON.stringify(worldTtl)} is not.`,
  )
}
