import { hash } from 'node:crypto'
import { setTimeout as realPause } from 'node:timers/promises'
import type { RequestBody, ServiceMethod, ServiceSchemas, SuccessBody } from 'maildouble/client'

const TIMEOUT_MS = 30_000
const FIRST_PAUSE_MS = 500
const PATIENCE_MS = 5 * 60_000

/** A call failed. Without a status, the answer was lost. */
export class CallError extends Error {
  readonly status: number | undefined
  readonly detail: string
  readonly retryAfterMs: number

  constructor(message: string, { status, detail = '', retryAfterMs = 0 }: Partial<CallError> = {}) {
    super(message)
    this.status = status
    this.detail = detail
    this.retryAfterMs = retryAfterMs
  }

  /** Whether a later attempt makes sense. A lost answer may stand for a call that was carried out: only a POST does harm twice. */
  allowsAnother(method: ServiceMethod): boolean {
    // A busy service answers some shops with 403, although its documentation says 429.
    if (this.status === 403 || this.status === 429 || this.status === 503) return true
    return method !== 'POST' && (this.status === undefined || this.status >= 500)
  }
}

/** A reason for which the service refuses a call. Most refusals of shops share one title, so that only the phrase in `detail` tells. */
export type Reason = (error: CallError) => boolean
export const isUnknown: Reason = ({ status }) => status === 404
export const says =
  (phrase: string): Reason =>
  ({ detail }) =>
    detail.includes(phrase)
export const alreadyExists = says('already exists')

/** For `catch`: continues with `otherwise` if the service refuses for the reason. Other errors are thrown again. */
export function when<Result>(reason: Reason, otherwise: (error: CallError) => Result) {
  return (error: unknown): Result => {
    if (error instanceof CallError && reason(error)) return otherwise(error)
    throw error
  }
}

export type EmailApi = ReturnType<typeof emailApi>

/** Calls the email service. The method and the path decide the types of the body and of the answer. Tests give another `pause`. */
export function emailApi(apiUrl: string, apiKey: string, pause: (ms: number) => Promise<unknown> = realPause) {
  async function send(method: ServiceMethod, path: string, body: unknown): Promise<unknown> {
    const lost = ({ message }: Error) => {
      throw new CallError(`${method} ${path} was not answered: ${message}`)
    }
    const response = await fetch(apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(lost)
    if (response.status === 204) return undefined
    const answer: unknown = await response.json().catch(lost)
    if (response.ok) return answer
    const { status, title, detail, errors } = answer as ServiceSchemas['ProblemDocument']
    const fields = errors?.map(({ field, message }) => ` ${field}: ${message}`) ?? []
    const retryAfterMs = Number(response.headers.get('retry-after')) * 1000
    throw new CallError([`${method} ${path}: ${title}: ${detail}`, ...fields].join('\n'), { status, detail, retryAfterMs })
  }

  /** Repeats a call for at most `PATIENCE_MS` while that is safe and makes sense. Throws a `CallError` if it fails. */
  async function call<Method extends ServiceMethod, Path extends string>(
    method: Method,
    path: Path,
    body?: RequestBody<Method, Path>,
  ): Promise<SuccessBody<Method, Path>> {
    for (let attempt = 0, waited = 0; ; attempt += 1) {
      try {
        return (await send(method, path, body)) as SuccessBody<Method, Path>
      } catch (error) {
        if (!(error instanceof CallError && error.allowsAnother(method))) throw error
        // Doubles each time, with jitter for programs that were refused together.
        const ms = Math.max(error.retryAfterMs, Math.round(FIRST_PAUSE_MS * 2 ** attempt * (1 + Math.random())))
        waited += ms
        if (waited > PATIENCE_MS) throw error
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
