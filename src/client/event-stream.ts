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
