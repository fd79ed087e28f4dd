import { delay, isoMillis, type Millis } from '../../support/time.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import type { Feed, StreamEvent } from './feed.ts'
import { stationOf } from './feeds.ts'

/** What a listener wants to hear, and from where on. */
export interface Wish {
  /** What its first lines say. */
  readonly greeting: string
  /** The number of the last event that it has heard. */
  readonly at: number
  /** The types it wants; all if nothing is said. */
  readonly types: readonly string[] | undefined
  /** Tells when the client has gone away. */
  readonly gone: AbortSignal
  /** Called once it listens no more. */
  readonly left: () => void
  /** After so long a silence a comment is sent, so that nobody on the way takes the connection for dead. */
  readonly silence?: Millis
}

const SILENCE_MS = 15_000

/** One piece of a stream has at most so many events. */
const EVENTS_AT_ONCE = 50

/** The events of a feed as they are sent. What is to be sent next is looked up when the reader is ready for it. */
export function readerOf(feed: Feed, wish: Wish): ReadableStream<Uint8Array> {
  const { types, gone, left, silence = SILENCE_MS } = wish
  const encoder = new TextEncoder()
  let { at } = wish
  let stopSilence = (): void => {}
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const listener = { wake, end }
  gone.addEventListener('abort', leave)

  return new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
      feed.listeners.add(listener)
      send(wish.greeting)
      if (gone.aborted) leave()
    },
    pull: wake,
    cancel: leave,
  })

  function wake(): void {
    if (!isReady()) return
    const { lost, events, at: reached } = feed.after(at, EVENTS_AT_ONCE)
    at = reached
    const wanted = types ? events.filter(({ type }) => types.includes(type)) : events
    const text = (lost === 0 ? '' : block('gap', { lost })) + wanted.map(written).join('')
    if (text !== '') send(text)
    // Nothing of it may have been wanted, and yet there may be more.
    else if (events.length > 0) wake()
  }

  function isReady(): boolean {
    return feed.listeners.has(listener) && (controller?.desiredSize ?? 0) > 0
  }

  function send(text: string): void {
    controller?.enqueue(encoder.encode(text))
    keepAwake()
  }

  function keepAwake(): void {
    stopSilence()
    stopSilence = delay(silence, () => (isReady() ? send(': still there\n\n') : keepAwake()))
  }

  /** The stream comes to its end from this side. */
  function end(why: string): void {
    if (!feed.listeners.has(listener)) return
    send(`: ${why}\n\n`)
    leave()
  }

  function leave(): void {
    if (!feed.listeners.delete(listener)) return
    stopSilence()
    gone.removeEventListener('abort', leave)
    try {
      controller?.close()
    } catch {
      // Whoever cancels a stream has closed it already.
    }
    left()
  }
}

function written({ id, type, data }: StreamEvent): string {
  return `id: ${id}\n${block(type, data())}`
}

function block(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** So many streams of one world may be open. */
const STREAMS_MAX = 100

export const streamOperations = {
  getStream({ stage, handle, query: { types, last_event_id }, header, gone }) {
    stage.pacer.sync(handle)
    const resumed = numberIn(header('last-event-id')) ?? last_event_id
    const station = stationOf(stage, handle)
    const { feed } = station
    if (feed.listeners.size >= STREAMS_MAX) {
      throw new ControlError(
        409,
        `${STREAMS_MAX} streams of this world are open, which is as many as there may be. Close some first.`,
      )
    }
    station.open()
    const at = resumed ?? feed.last
    // A number without an event is where whoever is cut off before the first one goes on.
    const start = resumed === undefined ? `id: ${at}\n` : ''
    const now = isoMillis(handle.world.clock.now)
    const reader = readerOf(feed, {
      greeting: `: The world ${handle.world.id}, in which it is ${now}.\nretry: ${RETRY_MS}\n${start}\n`,
      at,
      types,
      gone,
      left: () => station.linger(),
    })
    if (stage.ended.aborted) feed.end('The server stops.')
    return reader
  },
} satisfies Partial<ControlOperations>

/** So long a client is asked to wait before it comes back. */
const RETRY_MS = 1_000

function numberIn(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (/^\d{1,15}$/.test(header)) return Number(header)
  throw new ControlError(422, 'The header Last-Event-ID must be the number of the last event that was received.')
}
