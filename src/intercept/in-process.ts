import { getRawRequest, type RequestController } from '@mswjs/interceptors'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import { nodeErrorOf } from './node-error.ts'
import { ownRequest } from './own-request.ts'
import { prepared } from './prepared.ts'
import type { NodeCall } from './node-call.ts'

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
