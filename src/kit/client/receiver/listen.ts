import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookHandler } from './receiver.ts'

/** Where to listen. */
interface ListenAt {
  /** The host in the URL. With any other than 127.0.0.1, the default, and localhost, all addresses of this machine are listened on. */
  readonly host?: string
  /** The port; by default a free one. */
  readonly port?: number
}

interface Listener {
  /** The scheme, host and port of its URLs. */
  readonly origin: string
  /** Closes it and all connections. */
  readonly close: () => Promise<void>
}

/** The hosts that are listened on; another one is only a name of this machine. */
const LOOPBACK = ['127.0.0.1', 'localhost']

/**
 * Listens for HTTP requests and answers them with a function. What the function throws is answered with 500. It does not keep the
 * process alive.
 */
export async function listenForWebhooks(handle: WebhookHandler, { host = '127.0.0.1', port = 0 }: ListenAt): Promise<Listener> {
  let origin = ''
  const server = createServer((incoming, outgoing) => {
    void answer(handle, origin, incoming, outgoing)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(LOOPBACK.includes(host) ? { host } : {}) }, resolve)
  })
  server.unref()
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  handle: WebhookHandler,
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const response = await handle(await receiveRequest(origin, incoming))
    const body = Buffer.from(await response.arrayBuffer())
    const cookies = response.headers.getSetCookie()
    outgoing.writeHead(response.status, {
      ...Object.fromEntries([...response.headers].filter(([name]) => !HOP_BY_HOP.has(name))),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
      'content-length': body.length,
    })
    outgoing.end(body)
  } catch (error) {
    if (outgoing.headersSent) return void outgoing.destroy()
    outgoing
      .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      .end(`The function that receives it threw ${String(error)}`)
  }
}

/** Headers that concern the connection. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'set-cookie'])

/** Maximum size of a body. */
const BODY_BYTES_MAX = 25 * 1024 * 1024

async function receiveRequest(origin: string, incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length
    if (bytes > BODY_BYTES_MAX) throw new Error(`the body is larger than ${BODY_BYTES_MAX} bytes`)
    chunks.push(chunk as Buffer)
  }
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const path = url.startsWith('/') ? url : '/'
  return new Request(origin + path, { method, headers, ...(hasBody ? { body: Buffer.concat(chunks) } : {}) })
}
