import type { QueryOf, Schemas } from './contract.ts'
import { RefusedError } from './errors.ts'
import { abortablePause } from './platform.ts'
import type { Transport } from './transport.ts'

/** A block of an event stream: its name and text (empty if missing), and the id of this block or of an earlier one. */
interface EventBlock {
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

/** Parses a body of type `text/event-stream`, as the HTML standard defines it. */
export async function* eventBlocksIn(body: ReadableStream<Uint8Array>): AsyncGenerator<EventBlock> {
  let id: string | undefined
  let event = ''
  let data: string[] = []
  for await (const line of readLines(body)) {
    if (line === '') {
      yield { event, data: data.join('\n'), id }
      event = ''
      data = []
      continue
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
    if (name === 'id' && !value.includes('\0')) id = value
  }
}

/** Splits a body into lines, which end with CR, LF or CRLF. A line without an end is not returned. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    // A CR at the end may be the first half of a CRLF.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const lines = whole.split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '') + rest.slice(whole.length)
    yield* lines
  }
}

/** The types of events: calls, status changes, webhooks, emails, the clock, and gaps. */
export type EventType = NonNullable<Schemas['StreamMessage']['event']>

/** An event in a world. Its type determines its data. */
export type WorldEvent<Type extends EventType = EventType> = {
  readonly [Each in EventType]: {
    readonly type: Each
    /** The number of the event in its world; a `gap` has the number of the event before it. */
    readonly id: number
    readonly data: Schemas[`Stream${Capitalize<Each>}`]
  }
}[Type]

/** The events to receive, and the position to start from. */
export interface StreamOptions extends QueryOf<'getStream'> {
  /** Ends the stream. */
  readonly signal?: AbortSignal
}

/** The events of a world, to be read with `for await`. */
export interface WorldEvents extends AsyncGenerator<WorldEvent, void, void> {
  /** Resolves once the server is listening: all events from then on are received. */
  readonly listening: Promise<void>
}

/** How often a broken connection is retried, and the pause before each retry. */
const TRIES_MAX = 5
const RETRY_MS = 1_000

/** Streams the events of a world from now on. Calling `return` closes the connection. */
export function worldEvents(transport: Transport, world: string, { signal, ...query }: StreamOptions): WorldEvents {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort()
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })

  let last = query.last_event_id
  const connect = (): Promise<Response> =>
    transport.send('getStream', world, {
      query: { ...query, ...(last === undefined ? {} : { last_event_id: last }) },
      signal: leaving.signal,
    })
  const first = connect()

  async function* events(): AsyncGenerator<WorldEvent, void, void> {
    try {
      for (let answer: Response | undefined = await first; answer; answer = await reconnect()) {
        if (!answer.body) return
        const messages = eventBlocksIn(answer.body)
        for (let next = await unlessBroken(messages); next; next = await unlessBroken(messages)) {
          // The server has ended the stream: the world was deleted, or the server is stopping.
          if (next.done) return
          const { event, data, id } = next.value
          if (id) last = Number(id)
          if (event) yield { type: event, id: last ?? 0, data: JSON.parse(data) } as WorldEvent
        }
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    } finally {
      leave()
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Resumes after the last received event. */
  async function reconnect(tries = 1): Promise<Response | undefined> {
    try {
      return leaving.signal.aborted ? undefined : await connect()
    } catch (error) {
      // A deleted world has no more events.
      if (error instanceof RefusedError && error.status === 404) return undefined
      if (error instanceof RefusedError || tries >= TRIES_MAX) throw error
      await abortablePause(RETRY_MS, leaving.signal)
      return reconnect(tries + 1)
    }
  }

  const inner = events()
  const listening = first.then(() => {})
  // A caller who doesn't await `listening` gets the error from `next`.
  listening.catch(() => {})
  return Object.assign(inner, {
    listening,
    // The generator's own `return` would wait for the next event first.
    return: (): Promise<IteratorResult<WorldEvent, void>> => {
      leave()
      return Object.getPrototypeOf(inner).return.call(inner)
    },
  })
}

/** The next message. Returns `undefined` if the connection is broken. */
async function unlessBroken(messages: AsyncGenerator<EventBlock, void>): Promise<IteratorResult<EventBlock, void> | undefined> {
  try {
    return await messages.next()
  } catch {
    return undefined
  }
}
