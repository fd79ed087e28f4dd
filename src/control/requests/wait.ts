import { attemptDurably, retryOnConflict } from '../../runtime/conflicts.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { Worlds } from '../../runtime/worlds.ts'
import { keepAliveDelay, readDuration, realNow, type Millis } from '../../support/time.ts'
import { ControlError } from '../errors.ts'
import type { ControlContext } from '../context.ts'

/** What is to be looked at again whenever a world changes, by world. */
type Waiting = Map<WorldHandle, Set<() => void>>

const waitingIn = new WeakMap<Worlds, Waiting>()

/**
 * Waits in real time until something holds in a world, at most `waitMs`. Nobody asks again and again: each new version of
 * the world is looked at once. The wait also ends when the world is reset, when it is deleted (with a 404), when the server
 * stops, and when `gone` says that nobody is left to be told. What stands beside the state is looked at when `beside` calls back.
 *
 * @example
 * await waitUntil(stage, handle, () => peek(handle.world, (tx) => tx.range(emails.key).count > 0), 5_000, gone)
 */
export function waitUntil(
  stage: ControlContext,
  handle: WorldHandle,
  done: () => boolean,
  waitMs: Millis,
  gone?: AbortSignal,
  beside: (look: () => void) => () => void = NOTHING_BESIDE,
): Promise<void> {
  if (waitMs <= 0 || gone?.aborted || stage.ended.aborted || done()) return Promise.resolve()
  const waiting = followed(stage.worlds)
  const { epoch } = handle
  return new Promise((resolve, reject) => {
    const ofCell = waiting.get(handle) ?? new Set()
    waiting.set(handle, ofCell.add(look))
    // Without a socket, nothing else keeps the process of whoever waits.
    const cancel = keepAliveDelay(waitMs, end)
    gone?.addEventListener('abort', end)
    stage.ended.addEventListener('abort', end)
    const leave = beside(look)
    const rest = handle.listen()

    function look(): void {
      try {
        if (handle.epoch !== epoch || done()) end()
      } catch (error) {
        // Whoever brought the change about has nothing to do with it.
        reject(error)
        end()
      }
    }

    function end(): void {
      cancel()
      leave()
      rest()
      gone?.removeEventListener('abort', end)
      stage.ended.removeEventListener('abort', end)
      ofCell.delete(look)
      if (ofCell.size === 0 && waiting.get(handle) === ofCell) waiting.delete(handle)
      if (!handle.deleted) resolve()
      else reject(noLonger(handle))
    }
  })
}

/** What is to be waited for, at most how long, and who tells when nobody is left to be told. */
export interface WaitOptions {
  readonly done: () => boolean
  readonly waitMs: Millis
  readonly gone: AbortSignal
}

/**
 * Waits, and answers what is seen then, once that is kept. What has to give way to what another process wrote meanwhile was never there, and
 * is waited for again for the rest of the time.
 */
export async function seenUntil<Seen>(
  stage: ControlContext,
  handle: WorldHandle,
  { done, waitMs, gone }: WaitOptions,
  look: () => Seen,
): Promise<Seen> {
  const until = realNow() + waitMs
  return retryOnConflict(async () => {
    await waitUntil(stage, handle, done, until - realNow(), gone)
    if (handle.deleted) throw noLonger(handle)
    return attemptDurably(handle, look)
  })
}

function noLonger({ world: { id } }: WorldHandle): ControlError {
  return new ControlError(404, `The world ${id} was deleted while this call waited.`)
}

const NOTHING_BESIDE = () => () => {}

/** Nobody waits longer than ten minutes. */
export const WAIT_MS_MAX = 600_000

/** The time that a query asks to wait, as an ISO 8601 duration or as milliseconds; none if it asks for nothing. */
export function readWait(text: string | undefined): Millis {
  if (text === undefined) return 0
  const wait = readDuration(/^\d+$/.test(text) ? Number(text) : text)
  if (wait !== undefined && wait >= 0 && wait <= WAIT_MS_MAX) return wait
  throw new ControlError(
    422,
    `The query parameter wait must be an ISO 8601 duration such as PT5S, or milliseconds, and at most PT10M; ${text.slice(0, 100)} is not.`,
  )
}

/** Ends what waits for a world that is no more, or was put back. */
export function endWaits(stage: ControlContext, handle: WorldHandle): void {
  lookAgain(waitingIn.get(stage.worlds), handle)
}

/** Who waits in the worlds of a server, which is followed from the first time that somebody does. */
function followed(worlds: Worlds): Waiting {
  const known = waitingIn.get(worlds)
  if (known) return known
  const waiting: Waiting = new Map()
  waitingIn.set(worlds, waiting)
  worlds.follow((handle) => lookAgain(waiting, handle))
  return waiting
}

function lookAgain(waiting: Waiting | undefined, handle: WorldHandle): void {
  const ofCell = waiting?.get(handle)
  ofCell?.forEach((look) => look())
}
