import type { Socket } from 'node:net'

/**
 * Makes up for what the library leaves out of a socket: its time can run out while it waits, and only then; it tells of an error once,
 * and it leaves nothing behind.
 */
export function prepared(socket: Socket): void {
  // Until it is connected, `setTimeout` would only make a note; and it would be when the answer comes.
  // There is no handle to read from either: Node would wait for a connection once more with each piece of an answer.
  Object.assign(socket, { connecting: false, _read() {} })
  for (const name of ['push', 'write'] as const) wakeAt(socket, name)
  const { emit } = socket
  let isTold = false
  socket.emit = (event: string | symbol, ...said: unknown[]) => {
    // When an answer has begun, the library tells of the error by which a client gives up twice: a client that ends with the first would
    // have nobody to take the second.
    if (event === 'error' && isTold) return false
    isTold ||= event === 'error'
    return Reflect.apply(emit, socket, [event, ...said])
  }
  socket.once('close', () => {
    for (const name of ['requestParser', 'responseParser']) {
      ;(Reflect.get(socket, name) as { readonly close?: () => void } | undefined)?.close?.()
    }
  })
}

/** Lets the time begin anew that may pass with nothing sent and nothing received. */
function wakeAt(socket: Socket, name: 'push' | 'write'): void {
  const { [name]: own } = socket
  socket[name] = (...given: unknown[]) => {
    if (socket.timeout) socket.setTimeout(socket.timeout)
    return Reflect.apply(own, socket, given)
  }
}
