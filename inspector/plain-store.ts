/** A value that components follow. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  /** Calls back after each change. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a store. Setting an equal value does not call the listeners. */
export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(current, value)) return
      current = value
      // A listener may add others, which know the new value already.
      for (const listener of Array.from(listeners)) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
