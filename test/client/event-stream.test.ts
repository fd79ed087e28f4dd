import { expect, test } from 'vitest'
import { eventBlocksIn } from '../../src/client/events.ts'

const bytes = new TextEncoder()

async function read(...pieces: (string | Uint8Array)[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? bytes.encode(piece) : piece)
      controller.close()
    },
  })
  const messages: unknown[] = []
  for await (const { event, data, id } of eventBlocksIn(body)) messages.push([event, data, id])
  return messages
}

test('a message has a name, a text and a number', async () => {
  expect(await read('id: 1\nevent: a\ndata: x\n\n')).toEqual([['a', 'x', '1']])
})

test('a number stays until there is another one', async () => {
  expect(await read('id: 1\ndata: x\n\nevent: gap\ndata: y\n\nid: 2\n\n')).toEqual([
    ['', 'x', '1'],
    ['gap', 'y', '1'],
    ['', '', '2'],
  ])
})

test('a text may have several lines, and colons', async () => {
  expect(await read('data: {"a": 1,\ndata: "b": 2}\n\n')).toEqual([['', '{"a": 1,\n"b": 2}', undefined]])
})

test('only one space behind the colon is left out, and none is needed', async () => {
  expect(await read('data:  x\n\ndata:y\n\ndata\n\n')).toEqual([
    ['', ' x', undefined],
    ['', 'y', undefined],
    ['', '', undefined],
  ])
})

test.each(['\n', '\r\n', '\r'])('lines may end with %j', async (end) => {
  expect(await read(['event: a', 'data: x', '', 'data: y', '', ''].join(end) + (end === '\r' ? ':' : ''))).toEqual([
    ['a', 'x', undefined],
    ['', 'y', undefined],
  ])
})

test('pieces may end anywhere, in the middle of a line end and of a character too', async () => {
  const [first, second] = [bytes.encode('data: ü\r').slice(0, 7), bytes.encode('data: ü\r').slice(7)]
  expect(await read('ev', 'ent: a\r', '\n', first, second, '\n\r\n')).toEqual([['a', 'ü', undefined]])
})

test('comments and unknown fields are passed over', async () => {
  expect(await read(': hello\nretry: 1000\ncolour: red\ndata: x\n\n')).toEqual([['', 'x', undefined]])
})

test('what has not come to its end is not told', async () => {
  expect(await read('data: x\n\ndata: y\n')).toEqual([['', 'x', undefined]])
})
