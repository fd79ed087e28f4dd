import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bytesOf, inPieces } from './bytes.ts'
import { isLarge, largeAnswers } from '../large-answers.ts'
import { hung, pauseIn, type FaultyReply } from './send-faulty.ts'

/** A socket, and who is at its other end. */
interface Ends {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * A connection that misbehaves. The answer, or what there is of it, is written here: what comes back is never settled, so that nobody
 * writes another.
 */
export async function wireOverSocket(sending: FaultyReply, ends: Ends): Promise<Response> {
  const { reply, wire } = sending
  const { outgoing } = ends
  const socket = await turnOf(outgoing)
  switch (wire.kind) {
    case 'reset':
      socket.resetAndDestroy()
      break
    case 'hang':
      await hung(sending)
      await close(ends, socket)
      break
    case 'close':
      await close(ends, socket)
      break
    case 'truncate': {
      const bytes = await heldBytes(sending)
      await heard(ends)
      writeHead(ends, reply, bytes.length)
      outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy())
      break
    }
    case 'slow':
      await writeSlowly(sending, ends, wire.bytes_per_second)
  }
  return new Promise<never>(() => {})
}

/** The socket of an answer, once those that were asked for before it on the same connection have left; never if it has closed. */
function turnOf(outgoing: ServerResponse): Promise<Socket> {
  return new Promise((resolve) => {
    if (outgoing.socket) resolve(outgoing.socket)
    else outgoing.once('socket', resolve)
  })
}

/** A connection that is closed while something is left to read is reset instead; so all of the request is heard first. */
function heard({ incoming, outgoing }: Ends): Promise<void> {
  if (incoming.complete || incoming.destroyed || outgoing.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    incoming
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve())
    incoming.resume()
  })
}

async function close(ends: Ends, socket: Socket): Promise<void> {
  await heard(ends)
  socket.destroy()
}

async function writeSlowly(sending: FaultyReply, ends: Ends, perSecond: number): Promise<void> {
  const { outgoing } = ends
  const bytes = await heldBytes(sending)
  writeHead(ends, sending.reply, bytes.length)
  // Nothing comes slowly where nothing but the head is asked for; whoever has that may send the next request.
  if (sending.call.method === 'HEAD') return void outgoing.end()
  outgoing.flushHeaders()
  let sent = 0
  for await (const piece of inPieces(bytes, perSecond, (ms) => pauseIn(sending, ms))) {
    if (outgoing.destroyed) return
    if (!outgoing.write(piece)) await drained(outgoing)
    sent += piece.length
  }
  if (sent < bytes.length) outgoing.socket?.destroy()
  else outgoing.end()
}

/** The bytes of an answer; those of a large one are shared with other connections that send the same. */
function heldBytes({ reply: { body }, call }: FaultyReply): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  return typeof body === 'string' && isLarge(body, call) ? largeAnswers.hold(body, call) : bytesOf(body)
}

/** Resolves once what was written has been taken, or the connection has closed. */
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

function writeHead({ outgoing }: Ends, { status, headers, body }: FaultyReply['reply'], length: number): void {
  outgoing.writeHead(status, body === null ? headers : { ...headers, 'content-length': String(length) })
}
