import { formatCount } from '../src/kernel/support/format-count.ts'
import { RefusedError } from '../src/kit/client/errors.ts'
import { type EventType, worldEvents } from '../src/kit/client/events.ts'
import { noteRefusal, transport } from './connection.ts'
import { messageOf } from './format.ts'
import { allLoaded } from './load.ts'
import { storeOf, useStore } from './store.ts'

/** The connection of the page with its world. */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'behind' | 'gone' | 'deleted' | 'refused'
  /** Why it is not live, in the words of the server. */
  readonly reason?: string
}

type Revisions = Readonly<Partial<Record<EventType, number>>>

/** The connection with the world of the page. */
export const connection = storeOf<Connection>({ state: 'connecting' })

/** Number of reloads by the type of the event. */
const revisions = storeOf<Revisions>({})

/** Events within this time cause one reload. */
const GATHER_MS = 120

/** Pause before the page tries again to reach a server that is gone. */
const RETRY_MS = 2_000

const TYPES = ['request', 'transition', 'delivery', 'email', 'clock', 'gap'] as const

const waiting = new Set<EventType>()

function gather(...types: readonly EventType[]): void {
  if (waiting.size === 0) setTimeout(publish, GATHER_MS)
  for (const type of types) waiting.add(type)
}

/** Tells that events were missed, until the lists have been loaded again. */
function fallBehind(lost: number | null): void {
  connection.set({ state: 'behind', reason: `${lost === null ? 'Some' : formatCount(lost)} events were missed.` })
  gather(...TYPES)
}

async function catchUp(): Promise<void> {
  // The components begin to load once they have rendered.
  await pause(GATHER_MS)
  await allLoaded()
  if (connection.get().state === 'behind') connection.set({ state: 'live' })
}

function publish(): void {
  const next: Partial<Record<EventType, number>> = { ...revisions.get() }
  for (const type of waiting) next[type] = (next[type] ?? 0) + 1
  waiting.clear()
  revisions.set(next)
  if (connection.get().state === 'behind') void catchUp()
}

/** A number that grows whenever events of these types have arrived. */
export function useRevision(...types: readonly EventType[]): number {
  const now = useStore(revisions)
  return types.reduce((sum, type) => sum + (now[type] ?? 0), now.gap ?? 0)
}

/** Reloads the lists of the page, after an action without an event. */
export function lookAgain(): void {
  gather(...TYPES)
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
  connection.set({ state: 'connecting' })
  while (!signal.aborted) {
    try {
      const position = last === undefined ? {} : { last_event_id: last }
      const events = worldEvents(transport.get(), world, { signal, ...position })
      await events.listening
      if (signal.aborted) return
      // A page that is behind stays so until its lists are loaded.
      if (connection.get().state !== 'behind') connection.set({ state: 'live' })
      // Events may have been missed before the connection.
      gather(...TYPES)
      for await (const event of events) {
        last = event.id
        if (event.type === 'gap') fallBehind(event.data.lost)
        // A reset or a restored snapshot changes everything.
        const isNew = event.type === 'clock' && (event.data.reason === 'reset' || event.data.reason === 'restore')
        if (isNew) gather(...TYPES)
        else gather(event.type)
      }
      if (signal.aborted) return
      // The server has ended the stream: the world was deleted, or the server is stopping. The next attempt tells which.
      await pause(GATHER_MS)
    } catch (error) {
      if (signal.aborted) return
      noteRefusal(error)
      if (error instanceof RefusedError && error.status !== 404) {
        connection.set({ state: 'refused', reason: error.problem.detail })
        return
      }
      // A world of this name may be made again: by the next run of a test, or by the next server at this address.
      if (error instanceof RefusedError) connection.set({ state: 'deleted', reason: error.problem.detail })
      else connection.set({ state: 'gone', reason: messageOf(error) })
      // Their events have numbers of their own.
      last = undefined
      await pause(RETRY_MS)
    }
  }
}
