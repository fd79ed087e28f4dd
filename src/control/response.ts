import type { AnsweredText } from '../contract/control.ts'
import type { HttpCall } from '../http/request.ts'

/** A response with text that is not JSON. */
export function page(status: number, { type, text, headers }: AnsweredText): Response {
  const own = { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' }
  return new Response(text, { status, headers: { ...own, ...headers } })
}

/** An event stream that proxies must not buffer. Its connection closes with it, so that it does not delay a server's shutdown. */
export async function events(call: HttpCall, stream: ReadableStream<Uint8Array>): Promise<Response> {
  if (call.method === 'HEAD') await stream.cancel()
  return new Response(call.method === 'HEAD' ? null : stream, { headers: EVENTS })
}

const EVENTS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/** A JSON response. */
export function json(status: number, body: unknown, type = 'application/json', headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': `${type}; charset=utf-8`, ...headers } })
}
