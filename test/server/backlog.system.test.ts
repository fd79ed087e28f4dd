import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serveProcess } from './program.ts'

test('a process too busy to accept connections loses none of a thousand', { timeout: 180_000 }, async () => {
  const { child, printed, ended } = await serveProcess(['--log', 'json'])
  const [, port = ''] = await printed(/"url":"http:\/\/127\.0\.0\.1:(\d+)"/)
  child.kill('SIGSTOP')
  const sockets = Array.from({ length: 1_000 }, () => connect(Number(port), '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
  for (const socket of sockets) socket.destroy()
  child.kill('SIGKILL')
  await ended
})
