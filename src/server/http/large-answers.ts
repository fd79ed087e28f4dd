import { ApiError } from '../../kernel/world/errors.ts'
import type { HttpCall } from './request.ts'
import { onDisconnect } from './waits.ts'

/** Size from which an answer is large. Shorter answers fit into the buffers of the operating system. */
const LARGE_BYTES = 65_536

/** Maximum number of bytes of large answers that wait to be read; beyond it, calls are refused. */
export const WAITING_BYTES_MAX = 128 * 1024 * 1024

/** Large answers that are being sent, perhaps to slow readers. */
class LargeAnswers {
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

  /** Returns the bytes of a large answer, which count as waiting until they have been sent or their connection has closed. */
  hold(text: string, call: HttpCall): Buffer<ArrayBuffer> {
    const bytes = Buffer.from(text)
    this.#waiting += bytes.length
    onDisconnect(call, () => void (this.#waiting -= bytes.length))
    return bytes
  }
}

/** The large answers of this process. */
export const largeAnswers = new LargeAnswers()

/** Whether an answer is large and sent over a socket, so that it counts as waiting until it has been read. */
export function isLarge(body: string, { method, hono }: HttpCall): boolean {
  return body.length >= LARGE_BYTES && method !== 'HEAD' && hono.env?.outgoing !== undefined
}

/** A large answer. Its bytes count as waiting until they have been sent. */
export function largeResponse(text: string, call: HttpCall, status: number, headers: Readonly<Record<string, string>>): Response {
  const bytes = largeAnswers.hold(text, call)
  return new Response(bytes, { status, headers: { ...headers, 'content-length': String(bytes.length) } })
}
