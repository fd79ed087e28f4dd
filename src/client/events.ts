import type { QueryOf, Schemas } from './contract.ts'
import { RefusedError } from './errors.ts'
import { pause } from './platform.ts'
import type { Transport } from './transport.ts'

/** A block of an event stream: what it is called and its text, both empty where it has none, and the id that was last given. */
export interface Message {
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

/** The blocks of a body of `text/event-stream`, as they come, as the HTML standard reads them. */
export async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  let id: string | undefined
  let event = ''
  let data: string[] = []
  for await (const line of linesIn(body)) {
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

/** Lines end with CR, LF, or both. What is not ended is not there yet. */
async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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

/** What is heard of: calls, changes of status, webhooks, emails, the clock. */
export type EventType = NonNullable<QueryOf<'getStream'>['types']>[number] | 'gap'

/** Something that happened in a world; the type tells what there is to know. */
export type WorldEvent<Type extends EventType = EventType> = {
  readonly [Each in EventType]: {
    readonly type: Each
    /** The number of the event in its world; a `gap` has that of the event before it. */
    readonly id: number
    readonly data: Schemas[`Stream${Capitalize<Each>}`]
  }
}[Type]

/** What is heard of it, and from where on. */
export interface StreamOptions extends QueryOf<'getStream'> {
  /** Ends it. */
  readonly signal?: AbortSignal
}

/** What happens in a world, to be gone through by `for await`. */
export interface WorldEvents extends AsyncGenerator<WorldEvent, void, void> {
  /** Resolves once the server has begun to listen: whatever happens from then on is heard. */
  readonly listening: Promise<void>
}

/** A connection that broke is taken up again so often, after so long a pause each time. */
const TRIES_MAX = 5
const RETRY_MS = 1_000

/** Hears what happens in a world from now on. Nothing is left open once the generator has been returned. */
export function eventsOf(transport: Transport, world: string, { signal, ...query }: StreamOptions): WorldEvents {
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
        const messages = messagesIn(answer.body)
        for (let next = await unlessBroken(messages); next; next = await unlessBroken(messages)) {
          // The server has ended it: the world is gone, or the server stops.
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

  /** Goes on behind the event that came last. */
  async function reconnect(tries = 1): Promise<Response | undefined> {
    try {
      return leaving.signal.aborted ? undefined : await connect()
    } catch (error) {
      // A world that is gone meanwhile has no more to tell.
      if (error instanceof RefusedError && error.status === 404) return undefined
      if (error instanceof RefusedError || tries >= TRIES_MAX) throw error
      await pause(RETRY_MS, leaving.signal)
      return reconnect(tries + 1)
    }
  }

  const inner = events()
  const listening = first.then(() => {})
  // Whoever does not wait for it hears of it by `next`.
  listening.catch(() => {})
  return Object.assign(inner, {
    listening,
    // One that is waiting for its next event would not be returned before that has come.
    return: (): Promise<IteratorResult<WorldEvent, void>> => {
      leave()
      return Object.getPrototypeOf(inner).return.call(inner)
    },
  })
}

/** What comes next, or nothing if the connection has broken. */
async function unlessBroken(messages: AsyncGenerator<Message, void>): Promise<IteratorResult<Message, void> | undefined> {
  try {
    return await messages.next()
  } catch {
    return undefined
  }
}
