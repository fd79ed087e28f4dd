import { checksum } from '../support/checksum.ts'
import { ApiError } from '../world/errors.ts'
import type { HttpCall } from './request.ts'
import { onDisconnect } from './on-disconnect.ts'

/** Shorter answers fit into the buffers of the operating system. */
export const LARGE_BYTES = 65_536

/** Number of bytes that are handed to a socket at a time. */
const PIECE_BYTES = 65_536

/** Maximum number of bytes that large answers take while they wait for their readers; more calls are refused then. */
export const WAITING_BYTES_MAX = 128 * 1024 * 1024

/** A large answer, and over how many connections it is being sent. */
interface Shared {
  readonly bytes: Buffer<ArrayBuffer>
  readers: number
}

/**
 * Large answers on their way to readers, which may be slow. The same answer is kept once, however many connections it is sent over, and
 * sockets get it piece by piece.
 */
class LargeAnswers {
  readonly #shared = new Map<string, Shared>()
  #waiting = 0

  /** Number of bytes that wait for their readers. */
  get waiting(): number {
    return this.#waiting
  }

  /** Refuses a call while too much waits to be read, before anything is done for it. */
  assertRoom(): void {
    if (this.#waiting <= WAITING_BYTES_MAX) return
    throw new ApiError('TooManyRequests', {
      detail: `${this.#waiting} bytes of answers wait to be read. Read them, or close their connections, and try again.`,
    })
  }

  /** The bytes of a large answer, kept until it has been sent or its connection has closed. */
  hold(text: string, call: HttpCall): Buffer<ArrayBuffer> {
    const bytes = Buffer.from(text)
    const key = `${bytes.length}:${checksum(bytes)}`
    const known = this.#shared.get(key)
    const shared = known?.bytes.equals(bytes) ? known : { bytes, readers: 0 }
    if (shared.readers++ === 0) this.#waiting += bytes.length
    if (!known) this.#shared.set(key, shared)
    onDisconnect(call, () => {
      if (--shared.readers > 0) return
      this.#waiting -= shared.bytes.length
      if (this.#shared.get(key) === shared) this.#shared.delete(key)
    })
    return shared.bytes
  }
}

/** The large answers of this process. */
export const largeAnswers = new LargeAnswers()

/** Whether an answer is to be held, so that its text is not kept for each connection; in process there is none. */
export function isLarge(body: string, { method, context }: HttpCall): boolean {
  return body.length >= LARGE_BYTES && method !== 'HEAD' && context.env?.outgoing !== undefined
}

/** A large answer as it is sent: each piece once the one before it has left. */
export function largeResponse(text: string, call: HttpCall, status: number, headers: Readonly<Record<string, string>>): Response {
  const bytes = largeAnswers.hold(text, call)
  let at = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(at, (at += PIECE_BYTES)))
        if (at >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status, headers: { ...headers, 'content-length': String(bytes.length) } })
}
