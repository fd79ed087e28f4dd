import type { Attempt, HeaderTexts } from '../../service/model/deliveries/delivery.ts'
import type { WebhookRequest } from '../../service/rules/deliveries/webhook-request.ts'
import { Undecodable, BodyTooLarge, decodeBody, encodingsIn } from '../../kernel/support/content-encoding.ts'
import { isLikeResponse } from '../../kernel/support/like-response.ts'
import { afterRunning, type Millis } from '../../kernel/support/time.ts'
import type { InProcessReceiver } from './in-process-receivers.ts'

/** The outcome of a call: the answer, or why there is none. */
export type DeliveryOutcome = Pick<Attempt, 'response' | 'error' | 'blocked'>

/** Maximum number of bytes of the answer to a webhook that are read. */
export const ANSWER_BYTES_MAX = 64 * 1024

export interface CallLimits {
  readonly timeout: Millis
  /** Cancels it. */
  readonly signal: AbortSignal
  /** Maximum number of bytes of the answer that are read; by default the limit of a webhook. */
  readonly bytesMax?: number
  /** Whether the body of the answer is decoded as its `Content-Encoding` says, by default not. */
  readonly isDecoded?: boolean
}

interface HandOverOptions extends CallLimits {
  readonly log: (message: string) => void
}

/**
 * Hands a webhook to a function in this process instead of sending it. The limits of a call apply: it never throws, follows no
 * redirect, reads no more of an answer than is stored, and ends within the timeout. An error that the function throws is the error of
 * the attempt, and `log` gets its stack.
 */
export async function handOver(
  outgoing: WebhookRequest,
  receive: InProcessReceiver,
  { timeout, signal, bytesMax = ANSWER_BYTES_MAX, isDecoded = false, log }: HandOverOptions,
): Promise<DeliveryOutcome> {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  let cancel = (): void => {}
  const ended = new Promise<DeliveryOutcome>((resolve) => {
    cancel = afterRunning(timeout, () => {
      resolve({ error: `There was no complete answer within ${timeout} ms.` })
      end()
    })
    ending.signal.addEventListener('abort', () => resolve({ error: 'The delivery was cancelled.' }), { once: true })
  })
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const request = makeReceivedRequest(outgoing, ending.signal)
  held.add(request)
  try {
    return await Promise.race([askReceiver(request, receive, { bytesMax, isDecoded, log }), ended])
  } finally {
    cancel()
    signal.removeEventListener('abort', end)
    // A request that is garbage collected no longer passes on the end of the delivery, although its signal may still be in use.
    held.delete(request)
  }
}

/** The requests that are being answered. */
const held = new Set<Request>()

async function askReceiver(
  request: Request,
  receive: InProcessReceiver,
  { bytesMax, isDecoded, log }: Required<Pick<HandOverOptions, 'bytesMax' | 'isDecoded' | 'log'>>,
): Promise<DeliveryOutcome> {
  try {
    const answer: unknown = await receive(request)
    if (!isLikeResponse(answer))
      return { error: `The function that receives it returned ${nameValue(answer)} instead of a Response.` }
    if (answer.type === 'error') return { error: 'The function that receives it returned Response.error().' }
    const { status, headers, body } = answer
    const encoding = chooseEncoding(status, headers.get('content-encoding'), isDecoded)
    const text = body ? await readBody(body, { bytesMax, encoding }) : ''
    return { response: { status, headers: readHeaderTexts(headers), body: text } }
  } catch (error) {
    if (error instanceof Undecodable) return { error: error.message }
    const isError = error instanceof Error
    const { origin, pathname } = new URL(request.url)
    log(
      `The function that receives webhooks at ${origin}${pathname} threw: ${isError ? (error.stack ?? String(error)) : nameValue(error)}`,
    )
    return { error: `The function that receives it threw ${isError ? String(error) : nameValue(error)}` }
  }
}

/** The request as a server would receive it. Credentials of the URL are in a header already. */
function makeReceivedRequest({ method, url, headers, body }: WebhookRequest, signal: AbortSignal): Request {
  const target = new URL(url)
  target.username = ''
  target.password = ''
  return new Request(target, { method, headers: { ...headers }, signal, ...(method === 'GET' ? {} : { body }) })
}

function nameValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function readHeaderTexts(headers: Headers): HeaderTexts {
  const texts = new Map<string, string>()
  for (const [name, value] of headers) texts.set(name, texts.has(name) ? `${texts.get(name)}, ${value}` : value)
  return Object.fromEntries(texts)
}

/** The limit and the encoding of the body of an answer. */
interface BodyTerms {
  /** Maximum number of bytes of the result, after decoding. */
  readonly bytesMax: number
  /** The `Content-Encoding` for decoding; empty if the body is not decoded. */
  readonly encoding: string
}

/** Returns the first `bytesMax` bytes of a body as text, and cancels the rest. Throws `Undecodable` if the body does not have the given encoding. */
export async function readBody(body: AsyncIterable<Uint8Array>, { bytesMax, encoding }: BodyTerms): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    // The loop ends at the limit, so only an inner step of nested encodings can reach twice the limit and throw.
    for await (const chunk of decodeBody(body, encodingsIn(encoding), 2 * bytesMax)) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= bytesMax) break
    }
  } catch (error) {
    throw error instanceof BodyTooLarge ? new Undecodable('corrupt', `The body is too large to be decoded: ${encoding}.`) : error
  }
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8')
}

/** The `Content-Encoding` to decode an answer with. Empty if answers are not decoded, and for redirects and errors. */
export function chooseEncoding(status: number, header: string | null | undefined, isDecoded: boolean): string {
  return isDecoded && status >= 200 && status <= 299 ? (header ?? '') : ''
}
