import type { Wire } from '../../../kernel/support/reply.ts'
import { delay } from '../../../kernel/support/time.ts'
import { onDisconnect } from '../waits.ts'
import { hangUntilOver, type FaultyReply, waitBetweenPieces, bodyBytes, pacedPieces } from './send-faulty.ts'

/** The error that `fetch` throws when a connection is reset. */
function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}

/** The error that `fetch` throws when a connection is closed without an answer. */
function connectionClosed(): TypeError {
  return new TypeError('fetch failed', { cause: otherSideClosed() })
}

/** The error that reading a body throws when the connection is closed in the middle of it. */
function bodyTerminated(): TypeError {
  return new TypeError('terminated', { cause: otherSideClosed() })
}

function otherSideClosed(): Error {
  return Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })
}

/** Simulates a faulty connection for an in-process call: behaves as `fetch` would. */
export async function wireInProcess(faulty: FaultyReply): Promise<Response> {
  const { wire } = faulty
  if (wire.kind === 'slow') return slow(faulty, wire.bytes_per_second)
  try {
    return await broken(faulty, wire.kind)
  } finally {
    faulty.release()
  }
}

async function broken(faulty: FaultyReply, kind: Exclude<Wire['kind'], 'slow'>): Promise<Response> {
  const { call } = faulty
  switch (kind) {
    case 'reset':
      throw connectionReset()
    case 'close':
      throw connectionClosed()
    // `fetch` waits for the final answer.
    case 'interim':
    case 'hang': {
      await hangUntilOver(faulty)
      const { signal } = call.hono.req.raw
      throw signal.aborted ? signal.reason : connectionClosed()
    }
    case 'truncate':
      // There is no body to truncate, so it fails as over a socket.
      if (call.method === 'HEAD') throw connectionClosed()
      return truncated(faulty)
  }
}

async function truncated({ reply }: FaultyReply): Promise<Response> {
  const bytes = await bodyBytes(reply.body)
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  // The first half is delivered before the failure: an immediate error would discard it.
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

async function slow(faulty: FaultyReply, perSecond: number): Promise<Response> {
  const { call, release } = faulty
  const bytes = await bodyBytes(faulty.reply.body)
  let sent = 0
  const pieces = pacedPieces(bytes, perSecond, (ms) => waitBetweenPieces(faulty, ms))
  // Sending takes as long as over a socket, whether the body is read or not.
  delay(call.method === 'HEAD' ? 0 : (bytes.length / perSecond) * 1000, release)
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onDisconnect(call, () => {
          release()
          controller.error(call.hono.req.raw.signal.reason)
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
    // Nothing is produced before it is read.
    { highWaterMark: 0 },
  )
  return respond(faulty.reply, bytes.length === 0 ? null : body, bytes.length)
}

function respond({ status, headers }: FaultyReply['reply'], body: ReadableStream<Uint8Array> | null, length: number): Response {
  return new Response(body, { status, headers: body ? { ...headers, 'content-length': String(length) } : headers })
}
