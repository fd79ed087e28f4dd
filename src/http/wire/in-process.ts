import type { Wire } from '../../support/reply.ts'
import { delay } from '../../support/time.ts'
import { onDisconnect } from '../on-disconnect.ts'
import { bytesOf, inPieces } from './bytes.ts'
import { hung, type FaultyReply, pauseIn } from './send-faulty.ts'

/** The error that `fetch` throws when a connection is reset. */
export function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}

/** The error that `fetch` throws when a connection is closed without an answer. */
export function connectionClosed(): TypeError {
  return new TypeError('fetch failed', { cause: otherSideClosed() })
}

/** The error that reading a body throws when the connection is closed in the middle of it. */
export function bodyTerminated(): TypeError {
  return new TypeError('terminated', { cause: otherSideClosed() })
}

function otherSideClosed(): Error {
  return Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })
}

/** A connection that misbehaves where there is none: what `fetch` would make of it. */
export async function wireInProcess(sending: FaultyReply): Promise<Response> {
  const { wire } = sending
  if (wire.kind === 'slow') return slow(sending, wire.bytes_per_second)
  try {
    return await broken(sending, wire.kind)
  } finally {
    sending.release()
  }
}

async function broken(sending: FaultyReply, kind: Exclude<Wire['kind'], 'slow'>): Promise<Response> {
  const { call } = sending
  switch (kind) {
    case 'reset':
      throw connectionReset()
    case 'close':
      throw connectionClosed()
    case 'hang': {
      await hung(sending)
      const { signal } = call.context.req.raw
      throw signal.aborted ? signal.reason : connectionClosed()
    }
    case 'truncate':
      // There is no body to break, as over a socket.
      if (call.method === 'HEAD') throw connectionClosed()
      return truncated(sending)
  }
}

async function truncated({ reply }: FaultyReply): Promise<Response> {
  const bytes = await bytesOf(reply.body)
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  // What has arrived is read before the failure: erring at once would take it away.
  const pieces = [half][Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.next()
      if (next.done || next.value.length === 0) controller.error(bodyTerminated())
      else controller.enqueue(next.value)
    },
  })
  return respond(reply, body, bytes.length)
}

async function slow(sending: FaultyReply, perSecond: number): Promise<Response> {
  const { call, release } = sending
  const bytes = await bytesOf(sending.reply.body)
  let sent = 0
  const pieces = inPieces(bytes, perSecond, (ms) => pauseIn(sending, ms))
  // It takes its time to be sent, whether it is read or not.
  delay(call.method === 'HEAD' ? 0 : (bytes.length / perSecond) * 1000, release)
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onDisconnect(call, () => {
          release()
          controller.error(call.context.req.raw.signal.reason)
        })
      },
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (!done) {
          sent += value.length
          controller.enqueue(value)
        } else if (sent < bytes.length) controller.error(bodyTerminated())
        else controller.close()
      },
      async cancel() {
        release()
        await pieces.return(undefined)
      },
    },
    // Nothing is taken before somebody reads.
    { highWaterMark: 0 },
  )
  return respond(sending.reply, bytes.length === 0 ? null : body, bytes.length)
}

function respond({ status, headers }: FaultyReply['reply'], body: ReadableStream<Uint8Array> | null, length: number): Response {
  return new Response(body, { status, headers: body ? { ...headers, 'content-length': String(length) } : headers })
}
