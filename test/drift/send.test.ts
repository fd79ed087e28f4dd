import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { socketSend } from '../../src/kit/drift/run/send.ts'

let server: Server | undefined
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server?.close()
})

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'

/** Writes a text again and again, as fast as it is taken. */
function endless(socket: Socket, text: string): void {
  socket.write(text, () => void (socket.destroyed || setImmediate(endless, socket, text)))
}

/** Sends a request to a server that answers with bytes. */
async function answerTo(write: (socket: Socket) => void): Promise<{ readonly status: number; readonly x: string | undefined }> {
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    socket.once('data', () => write(socket))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { send, close } = socketSend(200)
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/3.0/`)
  const { status, headers } = await send({ method: 'GET', url, headers: {} }).finally(close)
  return { status, x: headers.get('x') }
}

describe('a call over a socket', () => {
  test.each<[string, RegExp, (socket: Socket) => void]>([
    ['a status 101', /the status 101/, (socket) => socket.write('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')],
    ['100 Continue without end', /no whole answer within/, (socket) => endless(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'a body that never ends',
      /no whole answer within/,
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
        endless(socket, '1\r\n \r\n')
      },
    ],
    ['no byte', /no whole answer within/, () => {}],
    ['a part of a body', /no whole answer within/, (socket) => socket.write(`${HEAD}{`)],
    ['the beginning of a body, and an end', /./, (socket) => socket.end(`${HEAD}{`)],
    ['a control character in a header', /./, (socket) => socket.end('HTTP/1.1 200 OK\r\nx: \u0001\r\ncontent-length: 0\r\n\r\n')],
  ])('%s is a failure of the call', async (_, text, write) => {
    await expect(answerTo(write)).rejects.toThrow(text)
  })

  test('a header with letters beyond ASCII is an answer', async () => {
    const answer = await answerTo((socket) =>
      socket.write(Buffer.from('HTTP/1.1 999 X\r\nx: \u00e9\u009b\r\ncontent-length: 2\r\n\r\n{}', 'latin1')),
    )
    expect(answer).toEqual({ status: 999, x: '\u00e9\u009b' })
  })
})
