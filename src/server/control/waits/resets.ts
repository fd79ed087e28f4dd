import type { WorldHandle } from '../../runtime/world-handle.ts'

/** What to call after a reset, by world. It is apart from the streams, so that a reset does not load them. */
const listeners = new WeakMap<WorldHandle, () => void>()

/** Calls a function after each reset or restore of a world, in place of an earlier one. */
export function onReset(handle: WorldHandle, listener: () => void): void {
  listeners.set(handle, listener)
}

/** Reports a reset or restore to the readers of the world's stream. */
export function announceReset(handle: WorldHandle): void {
  listeners.get(handle)?.()
}
