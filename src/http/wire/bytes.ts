import type { Reply } from '../../support/reply.ts'

/** The whole of a body. */
export async function bytesOf(body: Reply['body']): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** So often a second something is sent of what comes slowly, if there is so much. */
const PIECES_PER_SECOND = 10

/** Bytes in pieces, with pauses between them; `pause` tells whether to go on. */
export async function* inPieces(
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
