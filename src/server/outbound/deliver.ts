import { lookup } from 'node:dns'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { HeaderTexts } from '../../service/model/deliveries/delivery.ts'
import type { WebhookRequest } from '../../service/rules/deliveries/webhook-request.ts'
import { Undecodable } from '../../kernel/support/content-encoding.ts'
import { afterRunning } from '../../kernel/support/time.ts'
import { UNTOUCHED } from '../../kernel/support/untouched.ts'
import { urlPort, type Egress } from './egress.ts'
import { ANSWER_BYTES_MAX, type CallLimits, type DeliveryOutcome, chooseEncoding, readBody } from './hand-over.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

/**
 * Calls a receiver. It never throws, never follows a redirect, reads no more of an answer than is stored, and ends within the
 * timeout. This is the only file that makes outgoing calls. It uses `node:http`, since `fetch` offers no check of the address at the connection.
 */
export function deliver(
  outgoing: WebhookRequest,
  egress: Egress,
  { timeout, signal, bytesMax = ANSWER_BYTES_MAX, isDecoded = false }: CallLimits,
): Promise<DeliveryOutcome> {
  if (!URL.canParse(outgoing.url)) return Promise.resolve({ error: `${outgoing.url} is not a URL.`, blocked: true })
  const url = new URL(outgoing.url)
  const refusal = egress.refusalOf(url)
  if (refusal !== undefined) return Promise.resolve({ error: refusal, blocked: true })
  // Credentials go into a header instead: not every password can be read back from a URL.
  url.username = ''
  url.password = ''
  return new Promise((resolve) => {
    const cancel = afterRunning(timeout, () => finish({ error: `There was no complete answer within ${timeout} ms.` }))
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
        method: outgoing.method,
        headers: { ...outgoing.headers },
        // A connection of its own, so that the address is checked each time.
        agent: false,
        lookup: lookupFor(egress, urlPort(url)),
        signal,
      }
      request = send(url, options)
      let hasAnswer = false
      request.on('response', (answer) => {
        hasAnswer = true
        void readDeliveryAnswer(answer, { bytesMax, isDecoded }).then(finish)
      })
      request.on('error', (error) => finish(outcomeOfError(error)))
      // Once the answer has begun, its own events report its end.
      request.on('close', () => hasAnswer || finish({ error: 'The connection was closed without an answer.' }))
      request.end(outgoing.body)
    } catch (error) {
      finish(outcomeOfError(error))
    }
  })
}

/** Resolves a name. All addresses of the name must be allowed, since the system chooses among them. */
function lookupFor(egress: Egress, port: number): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const refusals = found.flatMap(({ address }) => egress.refusalOfAddress(address, port, name.toLowerCase()) ?? [])
      const [first] = found
      if (refusals[0] !== undefined || !first) return callback(new RefusedHost(refusals[0] ?? `${name} has no address.`), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

/** A host that may not be called. */
class RefusedHost extends Error {
  override readonly name = 'Refused'
}

function outcomeOfError(error: unknown): DeliveryOutcome {
  if (error instanceof RefusedHost) return { error: error.message, blocked: true }
  const { message, code = '' } = error as NodeJS.ErrnoException
  // Node's HTTP parser and OpenSSL word the same failure differently in each version.
  if (code === 'HPE_HEADER_OVERFLOW') return { error: 'The headers of the answer are too large.' }
  if (code.startsWith('HPE_')) return { error: 'The answer is not valid HTTP/1.1.' }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return { error: 'No TLS connection could be made.' }
  // If several addresses were tried, the error itself has no message.
  return { error: message || code || 'The call failed.' }
}

async function readDeliveryAnswer(
  answer: IncomingMessage,
  { bytesMax, isDecoded }: Required<Pick<CallLimits, 'bytesMax' | 'isDecoded'>>,
): Promise<DeliveryOutcome> {
  const { statusCode: status = 0, headers } = answer
  const encoding = chooseEncoding(status, headers['content-encoding'], isDecoded)
  try {
    return { response: { status, headers: readIncomingHeaders(answer), body: await readBody(answer, { bytesMax, encoding }) } }
  } catch (error) {
    if (error instanceof Undecodable) return { error: error.message }
    return { error: `The answer was cut off: ${messageOf(error)}.` }
  }
}

function readIncomingHeaders({ headers }: IncomingMessage): HeaderTexts {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(', ')] as const])),
  )
}
