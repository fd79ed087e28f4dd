import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { WorldRegistry } from '../../runtime/worlds.ts'
import { keepAliveDelay, readDuration, realNow, type Millis } from '../../../kernel/support/time.ts'
import { ControlError } from '../errors.ts'
import type { ControlContext } from '../context.ts'

/** Callbacks that check a condition after every change of a world. */
type Waiting = Map<WorldHandle, Set<() => void>>

const waitsByWorlds = new WeakMap<WorldRegistry, Waiting>()

/**
 * Waits until a condition holds in a world, for at most `waitMs` of real time. There is no polling: each new version of the world
 * is checked once. The wait also ends when the world is reset, when it is deleted (with a 404), when the server stops, and when the
 * client disconnects. `subscribe` listens to changes outside the world's state.
 *
 * @example
 * await waitUntil(context, handle, () => peek(handle.world, (tx) => tx.range(emails.key).count > 0), 5_000, signal)
 */
export function waitUntil(
  context: ControlContext,
  handle: WorldHandle,
  done: () => boolean,
  waitMs: Millis,
  signal?: AbortSignal,
  subscribe: (check: () => void) => () => void = NO_SUBSCRIPTION,
): Promise<void> {
  if (waitMs <= 0 || signal?.aborted || context.ended.aborted || done()) return Promise.resolve()
  const waiting = findWaits(context.worlds)
  const { epoch } = handle
  return new Promise((resolve, reject) => {
    const ofWorld = waiting.get(handle) ?? new Set()
    waiting.set(handle, ofWorld.add(check))
    // This timer keeps the process alive: without a socket nothing else does while a caller waits.
    const cancel = keepAliveDelay(waitMs, end)
    signal?.addEventListener('abort', end)
    context.ended.addEventListener('abort', end)
    const unsubscribe = subscribe(check)
    const stopListening = handle.persistence.listen()

    function check(): void {
      try {
        if (handle.epoch !== epoch || done()) end()
      } catch (error) {
        // The error belongs to the waiting call, not to the one that changed the world.
        reject(error)
        end()
      }
    }

    function end(): void {
      cancel()
      unsubscribe()
      stopListening()
      signal?.removeEventListener('abort', end)
      context.ended.removeEventListener('abort', end)
      ofWorld.delete(check)
      if (ofWorld.size === 0 && waiting.get(handle) === ofWorld) waiting.delete(handle)
      if (!handle.deleted) resolve()
      else reject(deletedError(handle))
    }
  })
}

/** The condition to wait for, the longest time to wait, and the signal of a disconnected client. */
interface WaitOptions {
  readonly done: () => boolean
  readonly waitMs: Millis
  readonly signal: AbortSignal
}

/**
 * Waits, and returns a view of the world once the viewed state is saved. If the state is rolled back in favour of a version from outside, the
 * wait continues for the rest of the time.
 */
export async function waitAndView<Seen>(
  context: ControlContext,
  handle: WorldHandle,
  { done, waitMs, signal }: WaitOptions,
  check: () => Seen,
): Promise<Seen> {
  const until = realNow() + waitMs
  const { epoch } = handle
  for (;;) {
    await waitUntil(context, handle, done, until - realNow(), signal)
    if (handle.deleted) throw deletedError(handle)
    const { isDone, view } = await handle.commit(() => ({ isDone: done(), view: check() }))
    const isOver = realNow() >= until || signal.aborted || context.ended.aborted || handle.epoch !== epoch
    if (isDone || isOver) return view
  }
}

function deletedError({ world: { id } }: WorldHandle): ControlError {
  return new ControlError(404, `The world ${id} was deleted while this call waited.`)
}

const NO_SUBSCRIPTION = () => () => {}

/** Longest time a call may wait: ten minutes. */
export const WAIT_MS_MAX = 600_000

/** The wait of a query, an ISO 8601 duration or milliseconds; 0 if not given. */
export function readWait(text: string | undefined): Millis {
  if (text === undefined) return 0
  const wait = readDuration(/^\d+$/.test(text) ? Number(text) : text)
  if (wait !== undefined && wait >= 0 && wait <= WAIT_MS_MAX) return wait
  throw new ControlError(
    422,
    `The query parameter wait must be an ISO 8601 duration such as PT5S, or milliseconds, and at most PT10M; ${text.slice(0, 100)} is not.`,
  )
}

export function recheckWaits(context: ControlContext, handle: WorldHandle): void {
  recheck(waitsByWorlds.get(context.worlds), handle)
}

/** The waits in the worlds of a server. The first wait subscribes to the worlds. */
function findWaits(worlds: WorldRegistry): Waiting {
  const waits = waitsByWorlds.get(worlds)
  if (waits) return waits
  const waiting: Waiting = new Map()
  waitsByWorlds.set(worlds, waiting)
  worlds.subscribe(({ handle }) => recheck(waiting, handle))
  return waiting
}

function recheck(waiting: Waiting | undefined, handle: WorldHandle): void {
  const ofWorld = waiting?.get(handle)
  ofWorld?.forEach((check) => check())
}

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
