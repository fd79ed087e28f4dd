import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { keepAliveDelay } from '../../../kernel/support/time.ts'
import type { RawAnswer, RawRequest, Send } from './transport.ts'

/** Time after which a call has failed, however much of its answer has arrived. */
const ANSWER_MS_MAX = 60_000

/** Largest answer that is read. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024

/** Sends requests over one connection. Redirects are not followed. `close` ends the connection. */
export function socketSend(answerMs = ANSWER_MS_MAX): { readonly send: Send; readonly close: () => void } {
  const options = { keepAlive: true, maxSockets: 1 }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  const send: Send = ({ method, url, headers, body, signal }: RawRequest) =>
    new Promise((resolve, reject) => {
      const begin = url.protocol === 'https:' ? httpsRequest : httpRequest
      const agent = url.protocol === 'https:' ? agents['https:'] : agents['http:']
      const request = begin(url, { method, headers, agent, ...(signal ? { signal } : {}) }, (response) => {
        readRawAnswer(response).then(resolve, reject)
      })
      const cancel = keepAliveDelay(answerMs, () => request.destroy(new Error(`no whole answer within ${answerMs / 1000} s`)))
      request.on('close', cancel)
      // The socket is no longer that of the request.
      request.on('upgrade', ({ statusCode }, socket) => {
        socket.destroy()
        reject(new Error(`the status ${statusCode}, which ends HTTP`))
      })
      request.on('error', reject)
      request.end(body)
    })
  return { send, close: () => Object.values(agents).forEach((agent) => agent.destroy()) }
}

async function readRawAnswer(response: IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`the answer has more than ${ANSWER_BYTES_MAX} bytes`)
  }
  if (!response.complete) throw new Error('the connection was cut within the answer')
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as const],
  )
  const { statusCode = 0, httpVersion } = response
  return { status: statusCode, headers: new Map(headers), body: Buffer.concat(chunks), httpVersion }
}
