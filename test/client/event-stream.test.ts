import { expect, test } from 'vitest'
import { eventBlocksIn } from '../../src/kit/client/events.ts'

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

test('an event stream message has a type, data and an id', async () => {
  expect(await read('id: 1\nevent: a\ndata: x\n\n')).toEqual([['a', 'x', '1']])
})

test('the id of a stream message applies until the next id', async () => {
  expect(await read('id: 1\ndata: x\n\nevent: gap\ndata: y\n\nid: 2\n\n')).toEqual([
    ['', 'x', '1'],
    ['gap', 'y', '1'],
    ['', '', '2'],
  ])
})

test('the data of a stream message may contain several lines and colons', async () => {
  expect(await read('data: {"a": 1,\ndata: "b": 2}\n\n')).toEqual([['', '{"a": 1,\n"b": 2}', undefined]])
})

test('at most one space after the colon of a stream field is skipped', async () => {
  expect(await read('data:  x\n\ndata:y\n\ndata\n\n')).toEqual([
    ['', ' x', undefined],
    ['', 'y', undefined],
    ['', '', undefined],
  ])
})

test.each(['\n', '\r\n', '\r'])('lines of an event stream may end with %j', async (end) => {
  expect(await read(['event: a', 'data: x', '', 'data: y', '', ''].join(end) + (end === '\r' ? ':' : ''))).toEqual([
    ['a', 'x', undefined],
    ['', 'y', undefined],
  ])
})

test('chunks of an event stream may be split anywhere, even within a line break or a character', async () => {
  const [first, second] = [bytes.encode('data: ü\r').slice(0, 7), bytes.encode('data: ü\r').slice(7)]
  expect(await read('ev', 'ent: a\r', '\n', first, second, '\n\r\n')).toEqual([['a', 'ü', undefined]])
})

test('comments and unknown fields of an event stream are skipped', async () => {
  expect(await read(': hello\nretry: 1000\ncolour: red\ndata: x\n\n')).toEqual([['', 'x', undefined]])
})

test('an incomplete message at the end of an event stream is not reported', async () => {
  expect(await read('data: x\n\ndata: y\n')).toEqual([['', 'x', undefined]])
})
