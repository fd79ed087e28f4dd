import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { httpTitles } from '../../kernel/contract/generated/own-errors.ts'
import type { Assembled } from './double.ts'
import { rememberSockets } from './drain.ts'

/** Longer than the five seconds of Node, after which clients with kept-alive connections would run into closed ones. */
const KEEP_ALIVE_MS = 75_000

/**
 * Maximum number of connections that the system accepts for a busy process; it may allow fewer. Further ones wait for a second or
 * more and are finally reset.
 */
const BACKLOG = 4_096

/** Large enough for ten thousand query parameters. */
const HEADER_BYTES_MAX = 262_144

const PROBLEM = 'application/problem+json; charset=utf-8'

/** Options of the HTTP server. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** The `type` of the problems that answer malformed HTTP. */
  readonly problemType: () => string
  /** Answers a call whose answer threw, which is a defect. */
  readonly answerDefect: (error: unknown) => Response
}

/** Serves an app over HTTP. Rejects if it can't listen on the address. */
export async function listen(
  fetch: Assembled['app']['fetch'],
  { host, port, problemType, answerDefect }: ListenOptions,
): Promise<Server> {
  const listener = getRequestListener((request, env) => fetch(request, env), {
    // Only for requests without a Host header.
    hostname: 'maildouble',
    // The process may be a user's.
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      error instanceof RequestError
        ? new Response(problem(400, problemType()), { status: 400, headers: { 'content-type': PROBLEM } })
        : answerDefect(error),
  })
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES_MAX, requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming, outgoing) => {
      // The server is stopping: the client should not send another request on this connection.
      if (!server.listening) outgoing.setHeader('connection', 'close')
      void listener(incoming, outgoing)
    },
  )
  rememberSockets(server)
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, problemType()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, resolve)
  })
  return server
}

/** Malformed HTTP is answered in the service's format too. */
function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Duplex, type: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = problem(status, type)
  socket.end(
    `HTTP/1.1 ${status} ${httpTitles[status]}\r\ncontent-type: ${PROBLEM}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Texts of our own, since those of Node's parser differ between versions. */
const DETAILS: { readonly [status: number]: string } = {
  400: 'The request line or a header is not valid HTTP/1.1.',
  408: 'The request did not arrive completely in time.',
  431: `The request line and headers are larger than ${HEADER_BYTES_MAX} bytes.`,
}

function problem(status: keyof typeof httpTitles, type: string): string {
  return JSON.stringify({
    type,
    title: httpTitles[status],
    status,
    detail: DETAILS[status],
    instance: '00000000-0000-4000-8000-000000000000',
  })
}
