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
