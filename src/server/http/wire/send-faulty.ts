import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Reply, Wire } from '../../../kernel/support/reply.ts'
import { keepAliveDelay } from '../../../kernel/support/time.ts'
import type { HttpCall } from '../request.ts'
import { onDisconnect, waitInWorld } from '../waits.ts'

/** An answer to send over a faulty connection. */
export interface FaultyReply {
  readonly reply: Reply
  readonly wire: Wire
  readonly call: HttpCall
  readonly handle: WorldHandle
  /** Releases the slot of an in-process call; over a socket the end of the call does so. */
  readonly release: () => void
}

/** Longest time a call may hang. */
const HANG_MS_MAX = 120_000

/** Resolves when the client disconnects, the world is reset, the server stops, or the maximum time is over. */
export function hangUntilOver({ call, handle }: FaultyReply): Promise<void> {
  return new Promise((resolve) => {
    const cancel = keepAliveDelay(HANG_MS_MAX, end)
    const stopWatchingEpoch = handle.onEpochEnd(end)
    let stopWatchingStop = (): void => {}
    let stopWatchingClient = (): void => {}
    function end(): void {
      cancel()
      stopWatchingEpoch()
      stopWatchingStop()
      stopWatchingClient()
      resolve()
    }
    stopWatchingStop = handle.onStop(end)
    // Last, since it calls back at once if the client has already disconnected.
    stopWatchingClient = onDisconnect(call, end)
  })
}

/** Waits between two pieces of an answer; resolves to false if the world was reset meanwhile. */
export async function waitBetweenPieces({ handle }: FaultyReply, ms: number): Promise<boolean> {
  const { epoch } = handle
  await waitInWorld(handle, ms)
  return handle.epoch === epoch
}

export async function bodyBytes(body: Reply['body']): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** Number of pieces per second of a slow answer, unless it has fewer bytes. */
const PIECES_PER_SECOND = 10

/** Yields bytes in pieces, with pauses between them. Stops if `pause` resolves to false. */
export async function* pacedPieces(
  bytes: Uint8Array<ArrayBuffer>,
  perSecond: number,
  pause: (ms: number) => Promise<boolean>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const size = Math.max(Math.floor(perSecond / PIECES_PER_SECOND), 1)
  for (let at = 0; at < bytes.length; at += size) {
    if (at > 0 && !(await pause((size / perSecond) * 1000))) return
    yield bytes.subarray(at, at + size)
  }
}
