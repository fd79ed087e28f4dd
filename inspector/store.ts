import { useSyncExternalStore } from 'hono/jsx/dom'
import type { Store } from './plain-store.ts'

export { type Store, createStore } from './plain-store.ts'

/** The current value of a store; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
