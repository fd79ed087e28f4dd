/**
 * What the client needs of the platform, as it was when this file was loaded: suites put their own in its place, and what they do to
 * the application under test is not meant for its double. The only file of the client that says `fetch`, `process` or `setTimeout`, as
 * `spare-fetch.ts` alone says `setImmediate`.
 */
import { spareFetch } from './spare-fetch.ts'

const ownFetch = fetch
const ownSetTimeout = setTimeout
const ownClearTimeout = clearTimeout

/** Calls over the network. */
export const realFetch = (input: string, init: RequestInit): Promise<Response> => {
  spareFetch()
  return ownFetch(input, init)
}

/** Resolves after some real time, or as soon as the signal says so. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      ownClearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = ownSetTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** A variable of the environment; nothing where it is empty, and where there is no environment. */
export function variable(name: string): string | undefined {
  return (globalThis as Partial<typeof globalThis>).process?.env[name] || undefined
}
