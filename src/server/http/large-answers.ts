import { checksum } from '../../kernel/support/checksum.ts'
import { ApiError } from '../../kernel/world/errors.ts'
import type { HttpCall } from './request.ts'
import { onDisconnect } from './on-disconnect.ts'

/** Size from which an answer is large. Shorter answers fit into the buffers of the operating system. */
const LARGE_BYTES = 65_536

/** Number of first bytes that identify candidates for an equal answer. Only a candidate of the same length is compared as a whole. */
const COMPARED_BYTES = 4_096

/** Maximum number of bytes of large answers that wait to be read; beyond it, calls are refused. */
export const WAITING_BYTES_MAX = 128 * 1024 * 1024

/** A large answer, and the number of connections it is being sent over. */
interface SharedAnswer {
  readonly bytes: Buffer<ArrayBuffer>
  readers: number
}

/**
 * Large answers that are being sent, perhaps to slow readers. Equal answers share memory however many connections they are sent over.
 */
class LargeAnswers {
  readonly #shared = new Map<string, SharedAnswer>()
  #waiting = 0

  /** Number of bytes that wait to be read. */
  get waiting(): number {
    return this.#waiting
  }

  /** Throws 429 while too many bytes wait to be read. */
  assertRoom(): void {
    if (this.#waiting <= WAITING_BYTES_MAX) return
    throw new ApiError('TooManyRequests', {
      detail: `${this.#waiting} bytes of answers wait to be read. Read them, or close their connections, and try again.`,
    })
  }

  /** Returns the bytes of a large answer and holds them until it has been sent or its connection has closed. */
  hold(text: string, call: HttpCall): Buffer<ArrayBuffer> {
    const bytes = Buffer.from(text)
    const key = `${bytes.length}:${checksum(bytes.subarray(0, COMPARED_BYTES))}`
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

/** Whether an answer is large and sent over a socket, so that connections should share its bytes. */
export function isLarge(body: string, { method, hono }: HttpCall): boolean {
  return body.length >= LARGE_BYTES && method !== 'HEAD' && hono.env?.outgoing !== undefined
}

/** A large answer. The socket refers to its shared bytes until they have been sent. */
export function largeResponse(text: string, call: HttpCall, status: number, headers: Readonly<Record<string, string>>): Response {
  const bytes = largeAnswers.hold(text, call)
  return new Response(bytes, { status, headers: { ...headers, 'content-length': String(bytes.length) } })
}
