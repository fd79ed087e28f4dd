import type { Socket } from 'node:net'
import { getRawRequest, type RequestController } from '@mswjs/interceptors'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import type { NodeCall } from './node-call.ts'
import { ownRequest } from './own-request.ts'

/** The error of a request of `node:http` for one that `fetch` throws. */
export function nodeErrorOf(error: unknown): Error {
  const cause = error instanceof TypeError ? error.cause : error
  if (!(cause instanceof Error)) return error instanceof Error ? error : new Error(String(error))
  // Said by undici when the connection is closed without an answer.
  const isClosed = 'code' in cause && cause.code === 'UND_ERR_SOCKET'
  return isClosed ? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }) : cause
}

/**
 * Makes up for what the library leaves out of a socket: its time can run out while it waits, and only then; it tells of an error once,
 * and it leaves nothing behind.
 */
export function prepared(socket: Socket): void {
  // Until it is connected, `setTimeout` would only make a note; and it would be when the answer comes.
  // There is no handle to read from either: Node would wait for a connection once more with each piece of an answer.
  Object.assign(socket, { connecting: false, _read() {} })
  for (const name of ['push', 'write'] as const) wakeAt(socket, name)
  const { emit } = socket
  let isTold = false
  socket.emit = (event: string | symbol, ...said: unknown[]) => {
    // When an answer has begun, the library tells of the error by which a client gives up twice: a client that ends with the first would
    // have nobody to take the second.
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

/** Lets the time begin anew that may pass with nothing sent and nothing received. */
function wakeAt(socket: Socket, name: 'push' | 'write'): void {
  const { [name]: own } = socket
  socket[name] = (...given: unknown[]) => {
    if (socket.timeout) socket.setTimeout(socket.timeout)
    return Reflect.apply(own, socket, given)
  }
}

/** Answers what a request asks. */
type Answer = (init: RequestInit) => Response | Promise<Response>

/** What means a connection, or says once more what the URL says. */
const OF_A_CONNECTION = ['agent', 'createConnection', 'lookup', 'host', 'href', 'hash', 'search', 'pathname']

/**
 * Requests of `node:http` that are answered in this process. The library is at work for our calls only: if it were for all, others would
 * not be sent the way they are.
 */
export class InProcess extends ClientRequestInterceptor {
  /** Its own `request`, by scheme. */
  readonly #senders: { readonly [protocol: string]: typeof http.request }
  readonly #sent = new WeakMap<object, { readonly client: ClientRequest; readonly answer: Answer }>()

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
    // Where somebody else uses the library too, what it did to the headers is theirs.
    if (globalThis.Headers !== before) for (const undo of this.subscriptions) undo()
    Object.assign(http, { request, get, ClientRequest })
    Object.assign(https, { request: requestHttps, get: getHttps })
    for (const [name, descriptor] of platform) if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    this.on('request', ({ request: asked, controller }) => this.#answer(asked, controller))
  }

  /** Sends one. */
  send({ url, path, options, callback }: NodeCall, answer: Answer): ClientRequest {
    const kept = Object.fromEntries(Object.entries(options).filter(([name]) => !OF_A_CONNECTION.includes(name)))
    const { agent } = options
    // Every agent has options; the types say so of those for TLS only.
    const timeout = options.timeout ?? (agent instanceof http.Agent ? (agent as https.Agent).options.timeout : undefined)
    const send = this.#senders[url.protocol] ?? http.request
    const { protocol, hostname } = url
    const client = send({ ...kept, protocol, hostname, path, ...(timeout === undefined ? {} : { timeout }) }, callback)
    client.once('socket', prepared)
    this.#sent.set(client, { client, answer })
    return client
  }

  async #answer(asked: Request, controller: RequestController): Promise<void> {
    const sent = this.#sent.get(Object(getRawRequest(asked)))
    // Nobody else's requests come here; whatever else came must not go out.
    if (!sent) return controller.errorWith(new Error('A request came here that was not sent from here.'))
    const { client, answer } = sent
    const gone = new AbortController()
    client.once('close', () => gone.abort())
    try {
      controller.respondWith(await answer(initOf(asked, client, gone.signal)))
    } catch (error) {
      // To whom nobody listens any more nothing can be told, errors least of all; but the library wants each request to be settled.
      if (gone.signal.aborted) controller.respondWith(new Response())
      else controller.errorWith(nodeErrorOf(error))
    }
  }
}

/** What the library changes as well. */
const PLATFORM = ['Headers', 'Request', 'Response'] as const

function initOf({ method, headers, body }: Request, client: ClientRequest, signal: AbortSignal): RequestInit {
  // A server would say so before it reads on; but here the head is being read this very moment.
  if (headers.get('expect')?.toLowerCase() === '100-continue') queueMicrotask(() => client.emit('continue'))
  return { method, headers, body, signal, redirect: 'manual', duplex: 'half' }
}
