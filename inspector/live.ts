import { formatCount } from '../src/kernel/support/words.ts'
import { RefusedError } from '../src/kit/client/errors.ts'
import { type WorldEvent, worldEvents } from '../src/kit/client/events.ts'
import { noteRefusal, transport } from './connection.ts'
import { explainError } from './format.ts'
import { allLoaded } from './load.ts'
import { createStore, useStore } from './store.ts'

/** The connection of the page with its world. */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'behind' | 'gone' | 'deleted' | 'refused'
  /** Why it is not live, in the words of the server. */
  readonly reason?: string
}

export const connection = createStore<Connection>({ state: 'connecting' })

/** The world to whose events the page has begun to listen: whatever is loaded from then on is followed. */
export const followed = createStore<string | undefined>(undefined)

/** Number of reloads. */
const revision = createStore(0)

/** How long after an event there is a reload, so that events which come together cause one. */
const GATHER_MS = 120

/** While the clock moves, or much happens, there is at most one reload in this time. */
const RELOAD_MS = 1_000

/** The part of the time that reloads may take from the server while it is busy. */
const RELOAD_SHARE = 0.05

/** Without emails: a send has thousands, and changes its campaign as well. */
const TYPES = ['request', 'transition', 'delivery', 'clock'] as const

/** Pause before the page tries again to reach a server that is gone. */
const RETRY_MS = 2_000

let timer: ReturnType<typeof setTimeout> | undefined

/** When the planned reload is due, when the last one began, and how long it took. */
let due = Infinity
let begun = -Infinity
let took = 0

/** Plans a reload after some time; sooner than planned only after an action on the page. */
function plan(wait: number, isOwn = false): void {
  const earliest = isOwn ? 0 : begun + Math.max(RELOAD_MS, took / RELOAD_SHARE)
  const at = Math.max(performance.now() + wait, earliest)
  if (at >= due || (due < Infinity && !isOwn)) return
  clearTimeout(timer)
  due = at
  timer = setTimeout(publish, at - performance.now())
}

/** Tells that events were missed, until the lists have been loaded again. */
function fallBehind(lost: number | null): void {
  connection.set({ state: 'behind', reason: `${lost === null ? 'Some' : formatCount(lost)} events were missed.` })
  plan(GATHER_MS)
}

async function catchUp(): Promise<void> {
  // The components begin to load once they have rendered.
  await pause(0)
  await allLoaded()
  took = performance.now() - begun
  if (connection.get().state === 'behind') connection.set({ state: 'live' })
}

function publish(): void {
  due = Infinity
  begun = performance.now()
  revision.set(revision.get() + 1)
  void catchUp()
}

/** Whether time passes at once, as in an advance: more will happen. */
function isMoving(event: WorldEvent): boolean {
  return event.type === 'clock' && event.data.reason === 'time' && event.data.mode === 'frozen'
}

/** A number that grows whenever something has happened. */
export function useRevision(): number {
  return useStore(revision)
}

/** Reloads the lists of the page, after an action without an event. */
export function lookAgain(): void {
  plan(GATHER_MS, true)
}

/** Reads the stream of a world's events. Returns a function that stops reading. */
export function follow(world: string): () => void {
  const leaving = new AbortController()
  void followUntil(world, leaving.signal)
  return () => leaving.abort()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function followUntil(world: string, signal: AbortSignal): Promise<void> {
  let last: number | undefined
  let isAgain = false
  connection.set({ state: 'connecting' })
  while (!signal.aborted) {
    try {
      const position = last === undefined ? {} : { last_event_id: last }
      const events = worldEvents(transport.get(), world, { signal, types: [...TYPES], ...position })
      await events.listening
      if (signal.aborted) return
      followed.set(world)
      // A page that is behind stays so until its lists are loaded.
      if (connection.get().state !== 'behind') connection.set({ state: 'live' })
      // Events may have been missed since the last connection; before the first one, nothing was loaded.
      if (isAgain) plan(GATHER_MS)
      isAgain = true
      for await (const event of events) {
        last = event.id
        if (event.type === 'gap') fallBehind(event.data.lost)
        else plan(isMoving(event) ? RELOAD_MS : GATHER_MS)
      }
      if (signal.aborted) return
      // The server has ended the stream: the world was deleted, or the server is stopping. The next attempt tells which.
      await pause(GATHER_MS)
    } catch (error) {
      if (signal.aborted) return
      followed.set(world)
      noteRefusal(error)
      if (error instanceof RefusedError && error.status !== 404) {
        connection.set({ state: 'refused', reason: error.problem.detail })
        return
      }
      // A world of this name may be made again: by the next run of a test, or by the next server at this address.
      if (error instanceof RefusedError) connection.set({ state: 'deleted', reason: error.problem.detail })
      else connection.set({ state: 'gone', reason: explainError(error) })
      // Their events have numbers of their own.
      last = undefined
      await pause(RETRY_MS)
    }
  }
}
