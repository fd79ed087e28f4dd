import type { Socket } from 'node:net'
import { getRawRequest, type RequestController } from '@mswjs/interceptors'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import type { NodeCall } from './node-call.ts'
import { ownRequest } from './own-request.ts'

/** Converts an error of `fetch` to one of `node:http`. */
function toNodeError(error: unknown): Error {
  const cause = error instanceof TypeError ? error.cause : error
  if (!(cause instanceof Error)) return error instanceof Error ? error : new Error(String(error))
  // The error of undici for a connection closed without an answer.
  const isClosed = 'code' in cause && cause.code === 'UND_ERR_SOCKET'
  return isClosed ? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) : cause
}

/**
 * Completes the socket of the interception library: timeouts work while it waits, errors are emitted once, and its parsers are
 * closed.
 */
export function prepared(socket: Socket): void {
  // While `connecting`, `setTimeout` would only be recorded. There is no handle to read from either: Node would wait for a
  // connection with each chunk of an answer.
  Object.assign(socket, { connecting: false, _read() {} })
  for (const name of ['push', 'write'] as const) wakeAt(socket, name)
  const { emit } = socket
  let isTold = false
  socket.emit = (event: string | symbol, ...said: unknown[]) => {
    // Once an answer has begun, the library emits an abort error twice; the second one would be unhandled in a client that ends
    // after the first.
    if (event === 'error' && isTold) return false
    isTold ||= event === 'error'
    return Reflect.apply(emit, socket, [event, ...said])
  }
  socket.once('close', () => {
    for (const name of ['requestParser', 'responseParser']) {
      ;(Reflect.get(socket, name) as { readonly close?: () => void } | undefined)?.close?.()
    }
  })
}

/** Restarts the idle timeout with each chunk. */
function wakeAt(socket: Socket, name: 'push' | 'write'): void {
  const { [name]: own } = socket
  socket[name] = (...given: unknown[]) => {
    if (socket.timeout) socket.setTimeout(socket.timeout)
    return Reflect.apply(own, socket, given)
  }
}

type AnswerRequest = (init: RequestInit) => Response | Promise<Response>

/** Options that concern a connection, or repeat parts of the URL. */
const OF_A_CONNECTION = ['agent', 'createConnection', 'lookup', 'host', 'href', 'hash', 'search', 'pathname']

/**
 * Answers requests of `node:http` in this process. The interception library is applied to our calls only; applied to all, it would
 * change the way other calls are sent.
 */
export class InProcess extends ClientRequestInterceptor {
  /** The library's own `request` functions, by scheme. */
  readonly #senders: { readonly [protocol: string]: typeof http.request }
  readonly #sent = new WeakMap<object, { readonly client: ClientRequest; readonly answer: AnswerRequest }>()

  constructor() {
    super()
    const { request, get, ClientRequest } = http
    const { request: requestHttps, get: getHttps } = https
    const platform = PLATFORM.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
    const before = globalThis.Headers
    Object.assign(http, { request: ownRequest, get: ownRequest, ClientRequest: ownRequest })
    Object.assign(https, { request: ownRequest, get: ownRequest })
    this.setup()
    this.#senders = { 'http:': http.request, 'https:': https.request }
    // If another user of the library is active, its patched headers stay.
    if (globalThis.Headers !== before) for (const undo of this.subscriptions) undo()
    Object.assign(http, { request, get, ClientRequest })
    Object.assign(https, { request: requestHttps, get: getHttps })
    for (const [name, descriptor] of platform) if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    this.on('request', ({ request: intercepted, controller }) => this.#answer(intercepted, controller))
  }

  send({ url, path, options, callback }: NodeCall, answer: AnswerRequest): ClientRequest {
    const ownOptions = Object.fromEntries(Object.entries(options).filter(([name]) => !OF_A_CONNECTION.includes(name)))
    const { agent } = options
    // Every agent has options; the types declare them only for TLS agents.
    const timeout = options.timeout ?? (agent instanceof http.Agent ? (agent as https.Agent).options.timeout : undefined)
    const send = this.#senders[url.protocol] ?? http.request
    const { protocol, hostname } = url
    const client = send({ ...ownOptions, protocol, hostname, path, ...(timeout === undefined ? {} : { timeout }) }, callback)
    client.once('socket', prepared)
    this.#sent.set(client, { client, answer })
    return client
  }

  async #answer(request: Request, controller: RequestController): Promise<void> {
    const sent = this.#sent.get(Object(getRawRequest(request)))
    // Only our requests can arrive here; anything else must not go out.
    if (!sent) return controller.errorWith(new Error('Received a request that was not sent by this interception.'))
    const { client, answer } = sent
    const closed = new AbortController()
    client.once('close', () => closed.abort())
    try {
      controller.respondWith(await answer(makeRequestInit(request, client, closed.signal)))
    } catch (error) {
      // A closed client can't receive an error, but the library requires every request to be settled.
      if (closed.signal.aborted) controller.respondWith(new Response())
      else controller.errorWith(toNodeError(error))
    }
  }
}

/** Globals that the library also changes. */
const PLATFORM = ['Headers', 'Request', 'Response'] as const

function makeRequestInit({ method, headers, body }: Request, client: ClientRequest, signal: AbortSignal): RequestInit {
  // A server would send this before it reads on; here the headers are still being read.
  if (headers.get('expect')?.toLowerCase() === '100-continue') queueMicrotask(() => client.emit('continue'))
  return { method, headers, body, signal, redirect: 'manual', duplex: 'half' }
}
