import { hash } from 'node:crypto'
import { setTimeout as realPause } from 'node:timers/promises'
import type { RequestBody, ServiceMethod, ServiceSchemas, SuccessBody } from 'maildouble/client'
import pLimit from 'p-limit'

/** A call failed. Programs decide by `status` and `title`; the message is for people. Without a status, the answer was lost. */
export class CallError extends Error {
  status?: number
  title?: string
  retryAfterMs = 0

  /** Whether a later attempt makes sense: the service is busy, broken or unreachable. */
  get isTemporary() {
    return this.status === undefined || this.status === 429 || this.status >= 500
  }

  /** Any call may be retried if the service asks for it. If it is unknown whether a call was done, only an idempotent one may. */
  allowsAnother(method: ServiceMethod) {
    return this.status === 429 || this.status === 503 || (method !== 'POST' && this.isTemporary)
  }
}

// An account may have ten connections, and other programs need some of them.
const CONNECTIONS = 6
const TIMEOUT_MS = 30_000
const FIRST_PAUSE_MS = 500
const PATIENCE_MS = 5 * 60_000

export type EmailApi = ReturnType<typeof emailApi>

/** Calls the email service. The method and the path decide the types of the body and of the answer. Tests give another `pause`. */
export function emailApi(apiUrl: string, apiKey: string, pause: (ms: number) => Promise<unknown> = realPause) {
  const limit = pLimit(CONNECTIONS)

  async function send(method: ServiceMethod, path: string, body: unknown) {
    const lost = ({ message }: Error) => {
      throw new CallError(`${method} ${path} was not answered: ${message}`)
    }
    const response = await fetch(apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(lost)
    const answer: unknown = await response.json().catch(lost)
    if (response.ok) return answer
    const { status, title, detail } = answer as ServiceSchemas['ProblemDocument']
    const error = new CallError(`${title}: ${detail} (request ${response.headers.get('x-acme-request-id')})`)
    throw Object.assign(error, { status, title, retryAfterMs: Number(response.headers.get('retry-after')) * 1000 })
  }

  /** Retries temporary failures for as long as `patience` allows, in milliseconds. Throws a `CallError` if the call fails. */
  async function call<Method extends ServiceMethod, Path extends string>(
    method: Method,
    path: Path,
    { body, patience = PATIENCE_MS }: { body?: RequestBody<Method, Path>; patience?: number } = {},
  ): Promise<SuccessBody<Method, Path>> {
    for (let attempt = 0, waited = 0; ; attempt += 1) {
      try {
        return (await limit(() => send(method, path, body))) as SuccessBody<Method, Path>
      } catch (error) {
        if (!(error instanceof CallError && error.allowsAnother(method))) throw error
        // Doubles each time, with jitter for programs that were rejected at the same time.
        const ms = Math.max(error.retryAfterMs, Math.round(FIRST_PAUSE_MS * 2 ** attempt * (1 + Math.random())))
        waited += ms
        if (waited > patience) throw error
        await pause(ms)
      }
    }
  }

  return { call, pause }
}

/** The path of a member: the hash is the MD5 of the lower-case address. */
export function memberPath(listId: string, email: string) {
  return `/lists/${listId}/members/${hash('md5', email.toLowerCase())}` as const
}
