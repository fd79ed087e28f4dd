import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { ROOT } from '../../bundle/replay.ts'
import type { Call } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { ControlError } from '../errors.ts'
import type { ControlCall } from '../context.ts'
import { waitUntil } from '../waits/wait.ts'

/** Longest real time to wait for the answer. */
const WAIT_MS = 5_000

/** Makes a call of the journal once more, as if its client had. Each repetition is a call of its own in the journal. */
export async function resend(
  { context, handle, signal }: Pick<ControlCall<'resendRequest'>, 'context' | 'handle' | 'signal'>,
  call: Call,
): Promise<ControlSchemas['Resent']> {
  const { journal } = handle.log
  const last = journal.nextNumber - 1
  let isOver = false
  const sending = context
    .send(requestOf(handle, call))
    .then((response) => response.body?.cancel())
    // A fault can break the connection; the journal tells which.
    .catch(() => {})
    .finally(() => (isOver = true))
  await waitUntil(
    context,
    handle,
    () => isOver,
    WAIT_MS,
    signal,
    (check) => {
      void sending.then(check)
      return () => {}
    },
  )
  const { method, path, search } = call.sent
  const sent = journal
    .after(last)
    .find((each) => each.sent.method === method && each.sent.path === path && each.sent.search === search && each.via === 'http')
  return { id: sent?.id ?? null, status: sent?.status ?? null }
}

/** The request of a call, with its secrets. An operation of a batch had no headers of its own: it gets the key of the world. */
function requestOf({ world }: WorldHandle, { sent, body, unread, via }: Call): Request {
  if (unread) throw new ControlError(409, 'The body of this call could not be read, so the call cannot be repeated.')
  const isOwn = sent.prefixed || via === 'batch'
  const address = `${isOwn && world.id !== 'default' ? `/_worlds/${world.id}` : ''}${sent.path}`
  const headers = new Headers(via === 'batch' ? { authorization: `Bearer ${world.credentials.api_key}` } : {})
  for (const [name, value] of Object.entries(sent.headers)) {
    // The stored body is decoded.
    if (value === undefined || name === 'content-encoding' || name === 'transfer-encoding') continue
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    headers.set(name, name === 'content-length' ? String(Buffer.byteLength(body ?? '')) : text)
  }
  const search = sent.search === '' ? '' : `?${sent.search}`
  const request = new Request(`${ROOT}${address}${search}`, { method: 'POST', headers, ...(body ? { body } : {}) })
  // `Request` rejects methods that a browser may not send, and GET with a body, which clients can send over a socket.
  Object.defineProperty(request, 'method', { value: sent.method })
  return request
}
