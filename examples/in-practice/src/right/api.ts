import { setTimeout as realPause } from 'node:timers/promises'
import { errorOf, ServiceError } from './errors.ts'
import { slots } from './slots.ts'

export interface Config {
  /** The address of the API, with `/3.0`. */
  readonly url: string
  readonly key: string
  /** Waits between attempts. Tests give one that takes no time. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** How long a call may take, in milliseconds. */
  readonly timeLimit?: number
}

export interface CallOptions {
  readonly query?: { readonly [name: string]: string | number | boolean }
  readonly body?: object
  /** How long to wait for better times, in milliseconds. A person waits for seconds, a nightly job for hours. */
  readonly patience?: number
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Api = ReturnType<typeof connect>

// An account may have ten connections, and other programs need some of them.
const CONNECTIONS = 6
const TIME_LIMIT_MS = 60_000
const PATIENCE_MS = 5 * 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

/** Calls the email service: a few calls at a time, each repeated while that is safe and makes sense. */
export function connect({ url, key, pause = realPause, timeLimit = TIME_LIMIT_MS }: Config) {
  const limit = slots(CONNECTIONS)
  /** The error after which no call can succeed, until the program is started again with a valid key. */
  let end: ServiceError | undefined

  /** Makes a call and returns its JSON. Throws a `ServiceError`. */
  async function call<Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
    for (let attempt = 0, waited = 0; ; attempt += 1) {
      try {
        if (end) throw end
        return (await limit(() => send(method, path, options))) as Answer
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        if (error.kind === 'account') end = error
        const ms = Math.max(error.retryAfterMs, pauseBefore(attempt))
        waited += ms
        if (!canRepeat(method, error) || waited > (options.patience ?? PATIENCE_MS)) throw error
        await pause(ms)
      }
    }
  }

  async function send(method: Method, path: string, { query = {}, body }: CallOptions): Promise<unknown> {
    const address = new URL(url + path)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    const name = `${method} ${address.pathname}`
    const lost = (error: Error) => {
      throw new ServiceError(error.name === 'TimeoutError' ? 'slow' : 'unknown', `${name} was not answered: ${error.message}`)
    }
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
      // The service never redirects. Whoever does must not get the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
    }).catch(lost)
    // The text decides, not the content type: proxies change it, and firewalls send pages.
    const answer = jsonIn(await response.text().catch(lost))
    if (response.status === 204 || (response.ok && answer !== undefined)) return answer
    throw errorOf(name, response, answer)
  }

  return { call, pause }
}

/**
 * Any call can be repeated if it was not carried out. If nobody knows, only a call with the same effect when it is made twice. A slow read
 * would be slow again: its caller asks for less.
 */
function canRepeat(method: Method, { kind }: ServiceError): boolean {
  if (kind === 'busy') return true
  if (kind === 'unknown') return method !== 'POST'
  return kind === 'slow' && method !== 'POST' && method !== 'GET'
}

/** Doubles each time, with a random part: programs that were refused together do not come back together. */
function pauseBefore(attempt: number): number {
  return Math.round(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (1 + Math.random()))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
