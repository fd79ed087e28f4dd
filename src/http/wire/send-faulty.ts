import type { Cell } from '../../runtime/worlds.ts'
import type { Reply, Wire } from '../../support/reply.ts'
import { onceOver } from '../../support/time.ts'
import type { HttpCall } from '../request.ts'
import { onGone } from '../on-disconnect.ts'
import { pause } from '../pause.ts'

/** An answer whose connection misbehaves. */
export interface Misbehaved {
  readonly reply: Reply
  readonly wire: Wire
  readonly call: HttpCall
  readonly cell: Cell
  /** Frees the slot of the call in process; over a socket its end does so. */
  readonly release: () => void
}

/** Nobody is left hanging for longer. */
const HANG_MS_MAX = 120_000

/** Resolves when the client goes away, when the world is put back, when the server stops, or when it has been long enough. */
export function hung({ call, cell }: Misbehaved): Promise<void> {
  return new Promise((resolve) => {
    const cancel = onceOver(HANG_MS_MAX, end)
    const stay = cell.onPutBack(end)
    let goOn = (): void => {}
    let leave = (): void => {}
    function end(): void {
      cancel()
      stay()
      goOn()
      leave()
      resolve()
    }
    goOn = cell.onStop(end)
    // It calls back at once if the client has gone already.
    leave = onGone(call, end)
  })
}

/** Lets time pass between two pieces of an answer; resolves to false if the world was put back meanwhile. */
export async function pauseIn({ cell }: Misbehaved, ms: number): Promise<boolean> {
  const { epoch } = cell
  await pause(cell, ms)
  return cell.epoch === epoch
}
