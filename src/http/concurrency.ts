import type { Cell } from '../runtime/worlds.ts'
import { ApiError } from '../world/errors.ts'
import type { HttpCall } from './request.ts'
import { onGone } from './on-disconnect.ts'
import { largeAnswers } from './large-answers.ts'

/**
 * Takes one of the account's slots, from the head of a request to the end of its answer. It is freed when the answer has left or the
 * client has gone, whatever comes first; in process nobody sees the answer leave, so that what comes back frees it, which is also to be
 * called when a client goes that has to wait.
 */
export function holdSlot(cell: Cell, call: HttpCall): () => void {
  largeAnswers.assertRoom()
  const { connections } = cell.world.settings
  if (connections > 0 && cell.inFlight >= connections) {
    throw new ApiError('TooManyRequests', { detail: `You have exceeded the limit of ${connections} simultaneous connections.` })
  }
  const { epoch } = cell
  let held = true
  cell.inFlight++
  const free = () => {
    if (held && cell.epoch === epoch) cell.inFlight--
    held = false
  }
  if (!call.context.env?.outgoing) return free
  onGone(call, free)
  return NOTHING
}

const NOTHING = () => {}
