import type { Reply } from '../../../kernel/support/reply.ts'

export async function bodyBytes(body: Reply['body']): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** Number of pieces per second of a slow answer, unless it has fewer bytes. */
const PIECES_PER_SECOND = 10

/** Yields bytes in pieces, with pauses between them. Stops if `pause` resolves to false. */
export async function* pacedPieces(
  bytes: Uint8Array<ArrayBuffer>,
  perSecond: number,
  pause: (ms: number) => Promise<boolean>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const size = Math.max(Math.floor(perSecond / PIECES_PER_SECOND), 1)
  for (let at = 0; at < bytes.length; at += size) {
    if (at > 0 && !(await pause((size / perSecond) * 1000))) return
    yield bytes.subarray(at, at + size)
  }
}
