import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { messageOf } from '../../../kernel/support/thrown.ts'
import { readHttpDate, type Millis } from '../../../kernel/support/time.ts'
import type { Exchange } from '../exchange.ts'

export interface RawRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal | undefined
}

export interface RawAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Uint8Array
  readonly httpVersion: string
}

/** Sends a request without following redirects. */
export type Send = (request: RawRequest) => Promise<RawAnswer>

/** Real time, or the time of a test. */
export interface RunClock {
  readonly now: () => Millis
  /** Resolves after a delay, or at once when the signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

export interface TransportOptions {
  /** The address of the service up to and including `/3.0`. */
  readonly base: URL
  readonly key: string
  readonly send: Send
  readonly clock: RunClock
  /** Maximum number of calls per second; `undefined` for no limit. */
  readonly rate: number | undefined
  readonly maxCalls: number
  readonly signal?: AbortSignal | undefined
  /** Receives what is worth a remark, about a path below `/3.0`. */
  readonly remark: (path: string, text: string) => void
  /** Called before each call. */
  readonly onCall?: (calls: number) => void
}

/** Ends a run: it cannot go on, or shall not. What was found until then counts. */
export class Stopped extends Error {
  override readonly name: string = 'Stopped'
}

/** No answer to one call can be used, however often it is sent. A run that reads can go on with other calls. */
export class Unanswered extends Stopped {
  override readonly name = 'Unanswered'
}

/** A call of the service as a run makes it. */
interface ServiceCall {
  readonly method: string
  /** Below `/3.0`, with the query. */
  readonly path: string
  readonly body?: string
  readonly anonymous?: boolean
}

/** Number of calls in a row without an answer that can be used, each with its repetitions, after which the service counts as gone. */
const UNANSWERED_MAX = 3

/** How often a call that failed is repeated, and the first delay; each further delay is four times as long. */
const RETRIES = 2
const RETRY_MS = 1_000

/** How often a call is repeated after 429, the delay if the service names none, and the longest delay that is waited for. */
const THROTTLED_MAX = 5
const THROTTLED_MS = 5_000
const RETRY_AFTER_MS_MAX = 300_000

/** An answer that takes longer is worth a remark. */
const SLOW_MS = 5_000

/**
 * Calls a service: one call at a time, no faster than the rate, no more than the maximum. A 429 is waited out, a failure is repeated. The
 * methods are those of the class that extends this one.
 */
class Transport {
  readonly #options: TransportOptions
  readonly #methods: ReadonlySet<string>
  #calls = 0
  #next: Millis = 0
  #last: Promise<unknown> = Promise.resolve()
  /** Number of calls without an answer since the last one with one. No answer at all counts as too many. */
  #unanswered = UNANSWERED_MAX

  constructor(methods: readonly string[], options: TransportOptions) {
    this.#methods = new Set(methods)
    this.#options = options
  }

  /** Number of calls that can still be made. */
  get left(): number {
    return this.#options.maxCalls - this.#calls
  }

  protected call(call: ServiceCall): Promise<Exchange> {
    if (!this.#methods.has(call.method)) return Promise.reject(new Error(`This run never sends ${call.method}.`))
    // Paths may hold ids that the service has answered with.
    if (!staysBelow(call.path)) return Promise.reject(new Unanswered('A path leads out of the service.'))
    const answer = this.#last.then(() => this.#repeated(call))
    // A failed call does not end the ones after it.
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async #repeated(call: ServiceCall): Promise<Exchange> {
    const { remark, clock, signal } = this.#options
    let failures = 0
    let throttled = 0
    for (;;) {
      const outcome = await this.#once(call).catch((error: unknown) => describeFailure(error))
      if ('status' in outcome) this.#unanswered = 0
      if ('failed' in outcome || outcome.status >= 500) {
        const what = 'failed' in outcome ? outcome.failed : `the status ${outcome.status}`
        remark(call.path, `answered with ${what}`)
        // Repeating a change could make it twice.
        const isSafe = call.method === 'GET' || call.method === 'DELETE'
        if (failures === RETRIES || !isSafe) {
          if ('status' in outcome) return outcome
          if (++this.#unanswered >= UNANSWERED_MAX) throw new Stopped(`The service cannot be reached: ${what}.`)
          throw new Unanswered(`The service did not answer a call: ${what}.`)
        }
        await clock.wait(RETRY_MS * 4 ** failures++, signal)
      } else if (outcome.status === 429) {
        const delay = retryAfter(outcome.headers.get('retry-after'), clock.now()) ?? THROTTLED_MS * 2 ** throttled
        remark(call.path, 'answered with 429, and repeated later')
        if (throttled++ === THROTTLED_MAX || delay > RETRY_AFTER_MS_MAX)
          throw new Stopped('The service has answered with 429 again and again. Try again later, or lower --rate.')
        await clock.wait(delay, signal)
      } else return outcome
    }
  }

  async #once({ method, path, body, anonymous = false }: ServiceCall): Promise<Exchange> {
    const { base, key, send, clock, rate, maxCalls, signal, remark, onCall } = this.#options
    if (this.#calls >= maxCalls) throw new Stopped(`The maximum of ${maxCalls} calls is reached. --max-calls raises it.`)
    if (rate !== undefined) {
      const now = clock.now()
      const start = Math.max(now, this.#next)
      this.#next = start + 1000 / rate
      if (start > now) await clock.wait(start - now, signal)
    }
    if (signal?.aborted) throw new Stopped('The run was interrupted.')
    this.#calls++
    onCall?.(this.#calls)
    const url = new URL(base.href.replace(/\/$/, '') + (path === '/' ? '/' : path))
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'maildouble-drift',
      ...(anonymous ? {} : { authorization: `Basic ${Buffer.from(`maildouble:${key}`).toString('base64')}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    }
    const at = clock.now()
    const answer = await send({ method, url, headers, ...(body === undefined ? {} : { body }), signal })
    const took = clock.now() - at
    if (took > SLOW_MS) remark(path, `took longer than ${SLOW_MS / 1000} s`)
    if (answer.httpVersion !== '1.1') remark(path, `answered with HTTP/${answer.httpVersion}`)
    const encoding = answer.headers.get('content-encoding')
    if (encoding !== undefined && encoding !== 'identity')
      remark(path, 'answered with a compressed body, which was not asked for')
    return {
      method,
      url,
      // The key is in no exchange.
      requestHeaders: new Map(Object.entries(headers).filter(([name]) => name !== 'authorization')),
      requestBody: body,
      status: answer.status,
      headers: new Map([...answer.headers].map(([name, value]) => [name, withoutKey(value, key)])),
      body: bodyWithoutKey(decodeAnswerText(answer, encoding), key),
      at,
    }
  }
}

/** Whether a path below `/3.0` stays there: URLs resolve dots, take backslashes for slashes, and drop line breaks. */
export function staysBelow(path: string): boolean {
  const [place = ''] = path.split('?')
  return place.startsWith('/') && !/[\\#\u0000-\u001f]|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(place)
}

/** Shorter keys are those of a double. They occur in words. */
const KEY_CHARS_MIN = 8

/** A text without the key, which a service may send back, in its letters or encoded as a credential. */
function withoutKey(text: string, key: string): string {
  if (key.length < KEY_CHARS_MIN) return text
  const encoded = Buffer.from(`maildouble:${key}`).toString('base64')
  const inAnyCase = new RegExp(key.replaceAll(/[^\w-]/g, String.raw`\$&`), 'gi')
  return text.replaceAll(encoded, '(key)').replaceAll(inAnyCase, '(key)')
}

/** JSON may hide a key behind escapes. */
function bodyWithoutKey(text: string, key: string): string {
  const plain = text.replaceAll(/\\u00[2-7][\da-f]/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(2), 16)))
  return withoutKey(plain === text || withoutKey(plain, key) === plain ? text : plain, key)
}

/** Reads a service: it can send GET, and nothing else. */
export class ReadTransport extends Transport {
  constructor(options: TransportOptions) {
    super(['GET'], options)
  }

  /** Reads a path below `/3.0`. */
  get(path: string, options: { readonly anonymous?: boolean } = {}): Promise<Exchange> {
    return this.call({ method: 'GET', path, ...options })
  }
}

/**
 * Changes a service, and only what this run has created: one list and everything below it. The answer to the creation may name anything, so what it
 * names is only taken for the list of this run after it was read back. Other paths are refused before anything is sent.
 */
export class WriteTransport extends Transport {
  readonly #options: TransportOptions
  #isBegun = false
  #created: CreatedList | undefined

  constructor(options: TransportOptions) {
    super(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], options)
    this.#options = options
  }

  /** Whether a list may have been left behind: its creation was sent, and it is not known to be gone. */
  get mayBeLeft(): boolean {
    return this.#isBegun
  }

  /** Creates the list of this run, at most once. */
  async create(path: string, body: unknown): Promise<Exchange> {
    if (this.#isBegun) throw new Error('A run creates one list only.')
    this.#isBegun = true
    const exchange = await this.call({ method: 'POST', path, body: JSON.stringify(body) })
    if (exchange.status >= 400 && exchange.status < 500) this.#isBegun = false
    return exchange
  }

  /** Reads what the creation has answered with, and takes it for the list of this run if it is recognised. Returns whether it is. */
  async recognise(path: string, isRecognised: CreatedList['isRecognised']): Promise<boolean> {
    if (!this.#isBegun) throw new Error('Nothing was created.')
    const named = { path, isRecognised, isOwn: false }
    this.#created = named
    named.isOwn = isRecognised(await this.call({ method: 'GET', path }))
    return named.isOwn
  }

  /** Calls a path at or below the list of this run. */
  async within(method: string, path: string, body?: unknown): Promise<Exchange> {
    if (!this.#isOwn(path)) throw new Error('A run only calls what it has created.')
    return this.call({ method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  }

  /** Deletes the list, whatever has become of the run, and reads whether it is gone. */
  async remove(): Promise<void> {
    if (!this.#created) return
    // The limits of the run do not apply any more: what was created has to go.
    const last = new WriteTransport({ ...this.#options, maxCalls: REMOVALS_MAX, signal: undefined })
    if (await last.#removeOne(this.#created).catch(() => false)) this.#isBegun = false
  }

  async #removeOne({ path, isRecognised }: CreatedList): Promise<boolean> {
    if (!isRecognised(await this.call({ method: 'GET', path }))) return false
    await this.call({ method: 'DELETE', path })
    return (await this.call({ method: 'GET', path })).status === 404
  }

  #isOwn(path: string): boolean {
    const [place = ''] = path.split('?')
    if (!this.#created?.isOwn || !staysBelow(path)) return false
    return place === this.#created.path || place.startsWith(`${this.#created.path}/`)
  }
}

interface CreatedList {
  readonly path: string
  readonly isOwn: boolean
  /** Whether an answer at the path shows what this run has created. */
  readonly isRecognised: (exchange: Exchange) => boolean
}

/** Maximum number of calls that remove what was created. */
const REMOVALS_MAX = 20

interface CallFailure {
  readonly failed: string
}

/** The failure of a call, without addresses or headers. */
function describeFailure(error: unknown): CallFailure {
  if (error instanceof Stopped) throw error
  if (error instanceof Error && error.name === 'AbortError') throw new Stopped('The run was interrupted.')
  const { code } = error as NodeJS.ErrnoException
  return { failed: `a failure of the connection (${code ?? messageOf(error).slice(0, 100)})` }
}

/** The delay that `Retry-After` asks for: seconds, or an instant. */
function retryAfter(value: string | undefined, now: Millis): Millis | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const until = readHttpDate(value)
  return until === undefined ? undefined : Math.max(0, until - now)
}

function decodeAnswerText({ body, headers }: RawAnswer, encoding: string | undefined): string {
  const bytes = decompress(body, encoding)
  const charset = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Largest answer after decompression. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024

function decompress(body: Uint8Array, encoding: string | undefined): Uint8Array {
  const limit = { maxOutputLength: TEXT_BYTES_MAX }
  if (encoding === 'gzip') return gunzipSync(body, limit)
  if (encoding === 'deflate') return inflateSync(body, limit)
  return encoding === 'br' ? brotliDecompressSync(body, limit) : body
}
