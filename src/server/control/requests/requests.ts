import { STATUS_CODES } from 'node:http'
import { parseSearch } from '../../../service/calls/query.ts'
import type { ControlQueryOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import { pathGlob } from '../../../service/faults/path-glob.ts'
import { type Call, headersIn } from '../../log/call.ts'
import type { MessageView } from '../../log/stored-message.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import type { ControlOperations, ControlCall } from '../context.ts'
import { ControlError } from '../errors.ts'
import { instantOrThrow, SHOWN } from '../parameters.ts'
import { findConsequences } from './consequences.ts'
import { operationMethod, pathBelow, statusTest, operationOrThrow } from './match.ts'
import { writeCurlSnippet, writeFetchSnippet, writeVerifySnippet } from './snippets.ts'
import { requestViews } from './view.ts'
import { writtenTest } from './written-test.ts'
import { ROOT } from '../../bundle/replay.ts'
import { waitUntil } from '../waits/wait.ts'

/** The filters of a query. */
type RequestQuery = ControlQueryOf<'getRequestsHar'>

/** The calls of a world that pass a filter, oldest first. */
function filteredRequests(handle: WorldHandle, query: RequestQuery): readonly Call[] {
  // Most lists are of all calls.
  if (Object.keys(query).length === 0) return handle.log.journal.all()
  const { after, before, since, until } = query
  const first = after === undefined ? 0 : entryOrThrow(handle, after, 422).number + 1
  const end = before === undefined ? Number.POSITIVE_INFINITY : entryOrThrow(handle, before, 422).number
  const [from, to] = [
    since === undefined ? 0 : instantOrThrow('since', since),
    until === undefined ? Number.POSITIVE_INFINITY : instantOrThrow('until', until),
  ]
  const tests = requestTests(query)
  if (until !== undefined) tests.unshift((entry) => entry.at < to)
  if (since !== undefined) tests.unshift((entry) => entry.at >= from)
  if (before !== undefined) tests.unshift((entry) => entry.number < end)
  const [test, ...others] = tests
  const found = handle.log.journal.after(first - 1)
  if (!test) return found
  return found.filter(others.length === 0 ? test : (entry) => test(entry) && others.every((each) => each(entry)))
}

/** A condition that a call must meet. */
type RequestTest = (entry: Call) => boolean

/** The tests for the filters that do not concern when a call came, the cheapest first. Most queries have one filter, or none. */
function requestTests({ operation, method, path, status, via, text, refused, faulted }: RequestQuery): RequestTest[] {
  const tests: RequestTest[] = []
  if (via !== undefined) tests.push((entry) => entry.via === via)
  if (operation !== undefined) {
    const operations = new Set(operation.map((name) => operationOrThrow(name)))
    tests.push((entry) => entry.operation !== undefined && operations.has(entry.operation))
  }
  if (status !== undefined) {
    const matches = statusOrThrow(status)
    tests.push((entry) => matches(entry.status))
  }
  if (refused !== undefined) tests.push((entry) => refused === (entry.status !== null && entry.status >= 400))
  if (faulted !== undefined) tests.push((entry) => faulted === (entry.faults.length > 0 || entry.injected))
  if (method !== undefined) {
    const wanted = method.toUpperCase()
    tests.push((entry) => operationMethod(entry) === wanted)
  }
  if (path !== undefined) {
    const matches = pathGlob(pathBelow(path))
    tests.push((entry) => matches(pathBelow(entry.path)))
  }
  if (text !== undefined) {
    const wanted = text.toLowerCase()
    tests.push((entry) => callHasText(entry, wanted))
  }
  return tests
}

function callHasText(entry: Call, text: string): boolean {
  const { method, path, search, operation = '', request, response } = entry
  const line = `${method} ${path}${search === '' ? '' : `?${search}`} ${operation}`
  return `${line}\n${request.body}`.toLowerCase().includes(text) || (response?.body.toLowerCase().includes(text) ?? false)
}

/** The call with an id. Throws if there is none. */
function entryOrThrow(handle: WorldHandle, id: string, status: 404 | 422 = 404): Call {
  const { journal } = handle.log
  const found = journal.find(id)
  if (found) return found
  const evicted = journal.evicted > 0 ? ` ${journal.evicted} calls were evicted.` : ''
  throw new ControlError(status, `There is no request ${id.slice(0, 100)} (any more).${evicted} GET .../requests lists them.`)
}

function statusOrThrow(text: string): (status: number | null) => boolean {
  const test = statusTest(text)
  if (test) return test
  throw new ControlError(
    422,
    `The query parameter status must be a status such as 404, a kind of them such as 4xx, or none; ${text.slice(0, 100)} is not.`,
  )
}

export const requestOperations = {
  async getRequests({ context, handle, query: { limit = SHOWN, offset = 0, order = 'asc', ...wanted } }) {
    context.scheduler.sync(handle)
    const found = filteredRequests(handle, wanted)
    const ordered = order === 'desc' ? found.toReversed() : found
    const shown = ordered.slice(offset, offset + limit)
    return { requests: await requestViews(handle, shown), total: found.length, evicted: handle.log.journal.evicted }
  },

  async getRequest({ context, handle, path: { request_id: id } }) {
    context.scheduler.sync(handle)
    const entry = entryOrThrow(handle, id)
    const consequences = findConsequences(context, handle, entry)
    const [view] = await requestViews(handle, [entry])
    if (!view) throw new Defect(`The request ${id} cannot be shown.`)
    return { ...view, ...consequences }
  },

  async getRequestSnippets({ context, handle, path: { request_id: id } }) {
    context.scheduler.sync(handle)
    const entry = entryOrThrow(handle, id)
    const [view] = await requestViews(handle, [entry])
    if (!view) throw new Defect(`The request ${id} cannot be shown.`)
    const isWhole = entry.request.cut === 0
    return {
      curl: isWhole ? writeCurlSnippet(view, handle.world) : null,
      fetch: isWhole ? writeFetchSnippet(view, handle.world) : null,
      verify: writeVerifySnippet(view),
      ...(await writeTest(handle, entry)),
    }
  },

  async resendRequest({ context, handle, path: { request_id: id }, signal }) {
    context.scheduler.sync(handle)
    return resend({ context, handle, signal }, entryOrThrow(handle, id))
  },

  deleteRequests({ handle }) {
    handle.log.deleteCalls()
  },

  getRequestsHar({ context, handle, query }) {
    context.scheduler.sync(handle)
    return makeHar(handle.world.base_url, context.version, filteredRequests(handle, query))
  },
} satisfies Partial<ControlOperations>

async function writeTest(handle: WorldHandle, entry: Call): Promise<Pick<ControlSchemas['RequestSnippets'], 'test' | 'no_test'>> {
  const written = await writtenTest(handle, entry)
  return 'test' in written ? { test: written.test, no_test: null } : { test: null, no_test: written.reason }
}

/** Calls as an HTTP Archive (HAR). `base_url` is the address of their world. */
function makeHar(base_url: string, version: string, entries: readonly Call[]): ControlSchemas['Har'] {
  const creator = { name: 'maildouble', version }
  return { log: { version: '1.2', creator, entries: entries.map((entry) => harEntry(base_url, entry)) } }
}

function harEntry(base_url: string, entry: Call): ControlSchemas['HarEntry'] {
  const { id, at, real_at, via, operation, faults, error, injected } = entry
  const time = entry.duration_ms ?? 0
  return {
    startedDateTime: isoMillis(real_at),
    time,
    request: harRequest(base_url, entry),
    response: harResponse(entry),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _maildouble: {
      id,
      at: isoMillis(at),
      via,
      operation: operation ?? null,
      fault: faults.at(-1)?.id ?? null,
      error: error ?? null,
      injected,
    },
  }
}

const HTTP_VERSION = 'HTTP/1.1'

function harRequest(base_url: string, entry: Call): ControlSchemas['HarEntry']['request'] {
  const { method, path, search, request } = entry
  const headers = headersIn(entry, 'request')
  return {
    method,
    url: `${base_url}${path}${search === '' ? '' : `?${search}`}`,
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairs(Object.entries(headers)),
    queryString: search === '' ? [] : pairs([...parseSearch(search)]),
    ...(request.body === ''
      ? {}
      : { postData: { mimeType: headers['content-type'] ?? '', text: request.body, ...missing(request) } }),
    headersSize: -1,
    bodySize: measureMessage(request),
  }
}

function harResponse(entry: Call): ControlSchemas['HarEntry']['response'] {
  const { status, response } = entry
  const headers = headersIn(entry, 'response')
  const mimeType = headers['content-type'] ?? ''
  const isKept = response && !response.streamed
  return {
    status: status ?? 0,
    statusText: STATUS_CODES[status ?? 0] ?? '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairs(Object.entries(headers)),
    content: {
      size: response ? measureMessage(response) : 0,
      mimeType,
      ...(isKept ? { text: response.body } : {}),
      ...(response ? missing(response) : {}),
    },
    redirectURL: headers['location'] ?? '',
    headersSize: -1,
    bodySize: isKept ? measureMessage(response) : -1,
  }
}

function pairs(entries: readonly (readonly [string, string])[]): ControlSchemas['HarPair'][] {
  return entries.map(([name, value]) => ({ name, value }))
}

function measureMessage({ body, cut }: MessageView): number {
  return Buffer.byteLength(body) + cut
}

function missing({ cut, streamed }: MessageView): { readonly comment?: string } {
  if (streamed) return { comment: 'A file; not stored.' }
  return cut === 0 ? {} : { comment: `${cut} bytes at the end are not stored.` }
}

/** Longest real time to wait for the answer. */
const WAIT_MS = 5_000

/** Makes a call of the journal once more, as if its client had. Each repetition is a call of its own in the journal. */
async function resend(
  { context, handle, signal }: Pick<ControlCall<'resendRequest'>, 'context' | 'handle' | 'signal'>,
  call: Call,
): Promise<ControlSchemas['Resent']> {
  const { journal } = handle.log
  const last = journal.nextNumber - 1
  let isOver = false
  const sending = context
    .send(rebuildRequest(handle, call))
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
function rebuildRequest({ world }: WorldHandle, { sent, body, unread, via }: Call): Request {
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
