import { mock, type Body } from '../../mock.ts'

/** An event as received from a stream. */
export interface StreamedEvent {
  readonly id: number | undefined
  readonly event: string
  readonly data: Body
}

/** Reads the blocks of an event stream one by one. */
export function blocksOf(body: ReadableStream<Uint8Array> | null) {
  if (!body) throw new Error('There is no body.')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''

  /** The next block as sent; `undefined` at the end of the stream. */
  async function block(): Promise<string | undefined> {
    for (;;) {
      const end = rest.indexOf('\n\n')
      if (end !== -1) {
        const found = rest.slice(0, end)
        rest = rest.slice(end + 2)
        return found
      }
      const { done, value } = await reader.read()
      if (done) return undefined
      rest += value
    }
  }

  /** The next events, without comments between them. */
  async function next(count = 1): Promise<StreamedEvent[]> {
    const events: StreamedEvent[] = []
    while (events.length < count) {
      const text = await block()
      if (text === undefined) throw new Error('The stream is at its end.')
      const lines = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
      const [event, data, id] = [lines.get('event'), lines.get('data'), lines.get('id')]
      if (event !== undefined && data !== undefined)
        events.push({ id: id === undefined ? undefined : Number(id), event, data: JSON.parse(data) })
    }
    return events
  }
  return { block, next, cancel: () => reader.cancel() }
}

/** A world with its event stream. */
export function listening(plan: Parameters<typeof mock>[0] = {}) {
  const world = mock(plan)
  const open = async (query = '', init: RequestInit = {}, id = 'default') => {
    await world.ready
    const response = await world.app.request(`http://maildouble.test/_control/worlds/${id}/stream${query}`, init)
    return { response, ...(response.ok && response.body ? blocksOf(response.body) : blocksOf(new Blob([]).stream())) }
  }
  return { ...world, open }
}
