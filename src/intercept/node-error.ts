/** The error of a request of `node:http` for one that `fetch` throws. */
export function nodeErrorOf(error: unknown): Error {
  const cause = error instanceof TypeError ? error.cause : error
  if (!(cause instanceof Error)) return error instanceof Error ? error : new Error(String(error))
  // Said by undici when the connection is closed without an answer.
  const isClosed = 'code' in cause && cause.code === 'UND_ERR_SOCKET'
  return isClosed ? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) : cause
}
