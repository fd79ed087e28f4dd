import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { hangUntilOver, waitBetweenPieces, type FaultyReply, bodyBytes, pacedPieces } from './send-faulty.ts'
import { isLarge, largeAnswers } from '../large-answers.ts'

/** The request and the answer of a call over a socket. */
interface Connection {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Sends an answer over a faulty connection. The returned promise never settles, so that Hono does not write an answer too. */
export async function wireOverSocket(faulty: FaultyReply, connection: Connection): Promise<Response> {
  const { reply, wire } = faulty
  const { outgoing } = connection
  const socket = await awaitSocket(outgoing)
  switch (wire.kind) {
    case 'reset':
      socket.resetAndDestroy()
      break
    case 'interim':
      socket.write(informational(reply))
      await hangUntilOver(faulty)
      await close(connection, socket)
      break
    case 'hang':
      await hangUntilOver(faulty)
      await close(connection, socket)
      break
    case 'close':
      await close(connection, socket)
      break
    case 'truncate': {
      const bytes = await heldBytes(faulty)
      await requestRead(connection)
      writeHead(connection, reply, bytes.length)
      outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy())
      break
    }
    case 'slow':
      await writeSlowly(faulty, connection, wire.bytes_per_second)
  }
  return new Promise<never>(() => {})
}

/** An informational answer. Node writes only some of them. */
function informational({ status, headers }: FaultyReply['reply']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Informational'}\r\n${lines.join('')}\r\n`
}

/** Resolves to the socket of an answer once earlier answers on the same connection have been sent; never if it has closed. */
function awaitSocket(outgoing: ServerResponse): Promise<Socket> {
  return new Promise((resolve) => {
    if (outgoing.socket) resolve(outgoing.socket)
    else outgoing.once('socket', resolve)
  })
}

/** Resolves once the whole request has been read: closing a connection with unread data would reset it. */
function requestRead({ incoming, outgoing }: Connection): Promise<void> {
  if (incoming.complete || incoming.destroyed || outgoing.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    incoming
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve())
    incoming.resume()
  })
}

async function close(connection: Connection, socket: Socket): Promise<void> {
  await requestRead(connection)
  socket.destroy()
}

async function writeSlowly(faulty: FaultyReply, connection: Connection, perSecond: number): Promise<void> {
  const { outgoing } = connection
  const bytes = await heldBytes(faulty)
  writeHead(connection, faulty.reply, bytes.length)
  // An answer to HEAD has no body to slow down, and the client may send its next request right away.
  if (faulty.call.method === 'HEAD') return void outgoing.end()
  outgoing.flushHeaders()
  let sent = 0
  for await (const piece of pacedPieces(bytes, perSecond, (ms) => waitBetweenPieces(faulty, ms))) {
    if (outgoing.destroyed) return
    if (!outgoing.write(piece)) await drained(outgoing)
    sent += piece.length
  }
  if (sent < bytes.length) outgoing.socket?.destroy()
  else outgoing.end()
}

/** The bytes of an answer. The bytes of a large answer count as waiting until they have been sent. */
function heldBytes({ reply: { body }, call }: FaultyReply): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  return typeof body === 'string' && isLarge(body, call) ? largeAnswers.hold(body, call) : bodyBytes(body)
}

/** Resolves once the written data has been flushed, or the connection has closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      outgoing.off('drain', end).off('close', end)
      resolve()
    }
    outgoing.on('drain', end).on('close', end)
  })
}

function writeHead({ outgoing }: Connection, { status, headers, body }: FaultyReply['reply'], length: number): void {
  outgoing.writeHead(status, body === null ? headers : { ...headers, 'content-length': String(length) })
}
