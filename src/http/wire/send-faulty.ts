import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Reply, Wire } from '../../support/reply.ts'
import { keepAliveDelay } from '../../support/time.ts'
import type { HttpCall } from '../request.ts'
import { onDisconnect } from '../on-disconnect.ts'
import { pause } from '../pause.ts'

/** An answer whose connection misbehaves. */
export interface FaultyReply {
  readonly reply: Reply
  readonly wire: Wire
  readonly call: HttpCall
  readonly handle: WorldHandle
  /** Frees the slot of the call in process; over a socket its end does so. */
  readonly release: () => void
}

/** Nobody is left hanging for longer. */
const HANG_MS_MAX = 120_000

/** Resolves when the client goes away, when the world is put back, when the server stops, or when it has been long enough. */
export function hung({ call, handle }: FaultyReply): Promise<void> {
  return new Promise((resolve) => {
    const cancel = keepAliveDelay(HANG_MS_MAX, end)
    const stay = handle.onEpochEnd(end)
    let goOn = (): void => {}
    let leave = (): void => {}
    function end(): void {
      cancel()
      stay()
      goOn()
      leave()
      resolve()
    }
    goOn = handle.onStop(end)
    // It calls back at once if the client has gone already.
    leave = onDisconnect(call, end)
  })
}

/** Lets time pass between two pieces of an answer; resolves to false if the world was put back meanwhile. */
export async function pauseIn({ handle }: FaultyReply, ms: number): Promise<boolean> {
  const { epoch } = handle
  await pause(handle, ms)
  return handle.epoch === epoch
}
