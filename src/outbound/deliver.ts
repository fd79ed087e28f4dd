import { lookup } from 'node:dns'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Attempt, HeaderTexts } from '../resources/deliveries/attempt.ts'
import type { WebhookRequest } from '../resources/deliveries/webhook-request.ts'
import { afterRunning, type Millis } from '../support/time.ts'
import { UNTOUCHED } from '../support/untouched.ts'
import { portOf, type Egress } from './egress.ts'

/** What came of a call: an answer, or why there is none. */
export type DeliveryOutcome = Pick<Attempt, 'response' | 'error' | 'blocked'>

/** Of an answer so much is read. */
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Calls a receiver, whatever it does with that: nothing here ever throws, follows a redirect, reads more of an answer than is
 * kept, or takes longer than it may. The only file that calls out.
 */
export function deliver(letter: WebhookRequest, egress: Egress, timeout: Millis, signal: AbortSignal): Promise<DeliveryOutcome> {
  if (!URL.canParse(letter.url)) return Promise.resolve({ error: `${letter.url} is no URL.`, blocked: true })
  const url = new URL(letter.url)
  const refusal = egress.refusalOf(url)
  if (refusal !== undefined) return Promise.resolve({ error: refusal, blocked: true })
  // They stand in the headers; not every password could be read from a URL.
  url.username = ''
  url.password = ''
  return new Promise((resolve) => {
    const cancel = afterRunning(timeout, () => finish({ error: `There was no whole answer within ${timeout} ms.` }))
    let request: ClientRequest | undefined
    const finish = (outcome: DeliveryOutcome): void => {
      cancel()
      resolve(outcome)
      request?.destroy()
    }
    try {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const options = {
        [UNTOUCHED]: true,
        method: letter.method,
        headers: { ...letter.headers },
        // A connection of its own, so that its address is looked at each time.
        agent: false,
        lookup: lookupFor(egress, portOf(url)),
        signal,
      }
      request = send(url, options)
      let begun = false
      request.on('response', (answer) => {
        begun = true
        read(answer, finish)
      })
      request.on('error', (error) => finish(failure(error)))
      // Once there is the beginning of an answer, that says how it ends.
      request.on('close', () => begun || finish({ error: 'The connection was closed without an answer.' }))
      request.end(letter.body)
    } catch (error) {
      finish(failure(error))
    }
  })
}

/** Looks up a name, of which every address must be one that may be called: which of them is tried is up to the system. */
function lookupFor(egress: Egress, port: number): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const refusals = found.flatMap(({ address }) => egress.refusalOfAddress(address, port, name.toLowerCase()) ?? [])
      const [first] = found
      if (refusals[0] !== undefined || !first) return callback(new Refused(refusals[0] ?? `${name} has no address.`), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

/** A host may not be called. */
class Refused extends Error {
  override readonly name = 'Refused'
}

function failure(error: unknown): DeliveryOutcome {
  if (error instanceof Refused) return { error: error.message, blocked: true }
  const { message, code = '' } = error as NodeJS.ErrnoException
  // The parser of HTTP and OpenSSL word the same failure differently in each version of Node.
  if (code === 'HPE_HEADER_OVERFLOW') return { error: 'The headers of the answer are too large.' }
  if (code.startsWith('HPE_')) return { error: 'The answer is not valid HTTP/1.1.' }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return { error: 'No TLS connection could be made.' }
  // Of several addresses that were tried, the error itself says nothing.
  return { error: message || code || 'The call failed.' }
}

function read(answer: IncomingMessage, finish: (outcome: DeliveryOutcome) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const taken = (): DeliveryOutcome => ({
    response: {
      status: answer.statusCode ?? 0,
      headers: textsOf(answer),
      body: Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString('utf8'),
    },
  })
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= ANSWER_BYTES_MAX) finish(taken())
  })
  answer.on('end', () => finish(taken()))
  answer.on('error', (error) => finish({ error: `The answer broke off: ${error.message}.` }))
  answer.on('close', () => finish({ error: 'The answer broke off.' }))
}

function textsOf({ headers }: IncomingMessage): HeaderTexts {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(', ')] as const])),
  )
}
