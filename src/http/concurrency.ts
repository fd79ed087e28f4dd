import type { WorldHandle } from '../runtime/world-handle.ts'
import { ApiError } from '../world/errors.ts'
import type { HttpCall } from './request.ts'
import { onDisconnect } from './on-disconnect.ts'
import { largeAnswers } from './large-answers.ts'

/**
 * Takes one of the account's slots, from the head of a request to the end of its answer. It is freed when the answer has left or the
 * client has gone, whatever comes first; in process nobody sees the answer leave, so that what comes back frees it, which is also to be
 * called when a client goes that has to wait.
 */
export function holdSlot(handle: WorldHandle, call: HttpCall): () => void {
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
  if (!call.context.env?.outgoing) return free
  onDisconnect(call, free)
  return NOTHING
}

const NOTHING = () => {}
