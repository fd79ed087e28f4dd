import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** Something that happened in a world. */
export type StreamEvent = Schemas['StreamEvent']

/** What is heard of it. */
export type StreamOptions = QueryOf<'getStream'>

/** What happens in a world, as it happens. */
export async function* eventsOf(transport: Transport, world: string, options: StreamOptions): AsyncGenerator<StreamEvent> {
  const { body } = await transport.send('getStream', world, { query: options })
  if (!body) return
  let rest = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      if (data) yield JSON.parse(data.slice(6)) as StreamEvent
    }
  }
}
