import { delay, isoMillis, type Millis } from '../../../kernel/support/time.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import type { Feed, StreamEvent } from './feed.ts'
import { openWorldFeed } from './feeds.ts'

interface StreamReaderOptions {
  /** Text of the first lines. */
  readonly greeting: string
  /** The number of the last event the reader has received. */
  readonly at: number
  /** The event types to send; all by default. */
  readonly types: readonly string[] | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** Called when the reader has ended. */
  readonly onEnd: () => void
  /** Time without events until a comment is sent to keep proxies from closing the connection. */
  readonly silence?: Millis
}

const SILENCE_MS = 15_000

/** Maximum number of events per chunk. */
const EVENTS_AT_ONCE = 50

/** The events of a feed as a byte stream. The next chunk is built when the client is ready for it. */
export function eventReader(feed: Feed, options: StreamReaderOptions): ReadableStream<Uint8Array> {
  const { types, signal, onEnd, silence = SILENCE_MS } = options
  const encoder = new TextEncoder()
  let { at } = options
  let stopSilence = (): void => {}
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const listener = { wake, end }
  signal.addEventListener('abort', leave)

  return new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
      feed.readers.add(listener)
      send(options.greeting)
      if (signal.aborted) leave()
    },
    pull: wake,
    cancel: leave,
  })

  function wake(): void {
    if (!isReady()) return
    const { lost, events, at: reached } = feed.after(at, EVENTS_AT_ONCE)
    at = reached
    const wanted = types ? events.filter(({ type }) => types.includes(type)) : events
    const text = (lost === 0 ? '' : block('gap', { lost })) + wanted.map(writeEvent).join('')
    if (text !== '') send(text)
    // All events may have been filtered out, and there may be more.
    else if (events.length > 0) wake()
  }

  function isReady(): boolean {
    return feed.readers.has(listener) && (controller?.desiredSize ?? 0) > 0
  }

  function send(text: string): void {
    controller?.enqueue(encoder.encode(text))
    keepAwake()
  }

  function keepAwake(): void {
    stopSilence()
    stopSilence = delay(silence, () => (isReady() ? send(': keep-alive\n\n') : keepAwake()))
  }

  /** Ends the stream from the server's side. */
  function end(why: string): void {
    if (!feed.readers.has(listener)) return
    send(`: ${why}\n\n`)
    leave()
  }

  function leave(): void {
    if (!feed.readers.delete(listener)) return
    stopSilence()
    signal.removeEventListener('abort', leave)
    try {
      controller?.close()
    } catch {
      // A cancelled stream is already closed.
    }
    onEnd()
  }
}

function writeEvent({ id, type, data }: StreamEvent): string {
  return `id: ${id}\n${block(type, data())}`
}

function block(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Maximum number of open streams per world. */
const STREAMS_MAX = 100

export const streamOperations = {
  async getStream({ context, handle, query: { types, last_event_id }, header, signal }) {
    context.scheduler.sync(handle)
    const resumed = readLastEventId(header('last-event-id')) ?? last_event_id
    const source = openWorldFeed(context, handle)
    const { feed } = source
    if (feed.readers.size >= STREAMS_MAX) {
      throw new ControlError(409, `${STREAMS_MAX} streams of this world are open, the maximum. Close some first.`)
    }
    source.open()
    const at = resumed ?? feed.last
    // An id without an event, so that a client disconnected before the first event knows where to resume.
    const start = resumed === undefined ? `id: ${at}\n` : ''
    const now = isoMillis(handle.world.clock.now)
    const reader = eventReader(feed, {
      greeting: `: world ${handle.world.id}, time ${now}\nretry: ${RETRY_MS}\n${start}\n`,
      at,
      types,
      signal,
      onEnd: () => source.linger(),
    })
    if (context.ended.aborted) feed.end('The server is stopping.')
    return reader
  },
} satisfies Partial<ControlOperations>

/** How long a client is asked to wait before it reconnects. */
const RETRY_MS = 1_000

function readLastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (/^\d{1,15}$/.test(header)) return Number(header)
  throw new ControlError(422, 'The header Last-Event-ID must be the number of the last event that was received.')
}
