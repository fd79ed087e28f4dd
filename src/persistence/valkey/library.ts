import type * as Redis from '@redis/client'
import { StoreError } from '../store.ts'

/** The client library: nobody needs it who keeps no worlds in a Valkey or Redis. */
export type ValkeyLibrary = typeof Redis

/** The client of one connection. */
export type ValkeyClient = ReturnType<ValkeyLibrary['createClient']>

/** Loads the client library. Throws a `StoreError` that says how to install it. */
export async function loadLibrary(load: () => Promise<ValkeyLibrary> = () => import('@redis/client')): Promise<ValkeyLibrary> {
  try {
    return await load()
  } catch (cause) {
    const text =
      'Worlds can only be kept in a Valkey or Redis with the package @redis/client. Install it: npm install @redis/client'
    throw new StoreError(text, { cause })
  }
}
