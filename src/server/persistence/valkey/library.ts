import type * as Redis from '@redis/client'
import { StoreError } from '../store.ts'

/** The client library, an optional peer dependency, only needed with `--store`. */
export type ValkeyLibrary = typeof Redis

/** The client of one connection. */
export type ValkeyClient = ReturnType<ValkeyLibrary['createClient']>

/** Imports the client library. Throws a `StoreError` with the command that installs it. */
export async function loadLibrary(load: () => Promise<ValkeyLibrary> = () => import('@redis/client')): Promise<ValkeyLibrary> {
  try {
    return await load()
  } catch (cause) {
    const text =
      'To store worlds in a Valkey or Redis, the package @redis/client is required. Install it: npm install @redis/client'
    throw new StoreError(text, { cause })
  }
}
