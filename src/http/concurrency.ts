import type { WorldHandle } from '../runtime/world-handle.ts'
import { ApiError } from '../world/errors.ts'
import type { HttpCall } from './request.ts'
import { onDisconnect } from './on-disconnect.ts'
import { largeAnswers } from './large-answers.ts'

/**
 * Acquires one of the account's slots for a call, until its answer has been sent or the client has disconnected. Returns a function that
 * releases the slot: callers must call it for in-process calls, since nothing else shows that these have ended. Throws 429 if no slot is left.
 */
export function acquireSlot(handle: WorldHandle, call: HttpCall): () => void {
  largeAnswers.assertRoom()
  const { connections } = handle.world.settings
  if (connections > 0 && handle.inFlight >= connections) {
    throw new ApiError('TooManyRequests', { detail: `You have exceeded the limit of ${connections} simultaneous connections.` })
  }
  const { epoch } = handle
  let held = true
  handle.inFlight++
  const free = () => {
    if (held && handle.epoch === epoch) handle.inFlight--
    held = false
  }
  if (!call.hono.env?.outgoing) return free
  onDisconnect(call, free)
  return NOTHING
}

const NOTHING = () => {}
