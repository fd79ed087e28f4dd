/**
 * What a failed call means to a program:
 * - `busy`: the call was not carried out. A later attempt makes sense.
 * - `unknown`: no answer, or none that can be read. Nobody knows whether the call was carried out.
 * - `slow`: no answer in time.
 * - `refused`: the service refuses this call. The same call would be refused again.
 * - `account`: the service refuses every call with this key.
 * - `blocked`: something in front of the service refuses us. More calls make it worse.
 */
export type Kind = 'busy' | 'unknown' | 'slow' | 'refused' | 'account' | 'blocked'

/** The problem object of the service. Proxies and firewalls send none. */
export interface Problem {
  readonly title: string
  readonly detail: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

/** A failed call. Programs decide by `kind`, `status` and `problem`; the message is for people. */
export class ServiceError extends Error {
  readonly kind: Kind
  readonly status: number | undefined
  readonly problem: Problem | undefined
  readonly retryAfterMs: number

  constructor(kind: Kind, message: string, { status, problem, retryAfterMs = 0 }: Partial<ServiceError> = {}) {
    super(message)
    this.kind = kind
    this.status = status
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the service refused with this title. Titles are stable, details are not. */
  isRefusal(title: string): boolean {
    return this.problem?.title === title
  }
}

/** Refusals that concern the key or the account, not the call. */
const ACCOUNT_TITLES = ['API Key Invalid', 'API Key Missing', 'User Disabled', 'Wrong Datacenter']

/** The error for an answer that is not what the caller waits for. `answer` is its JSON, or `undefined` if it has none. */
export function errorOf(call: string, response: Response, answer: unknown): ServiceError {
  const { status, headers } = response
  const problem = isProblem(answer) ? answer : undefined
  // Firewalls send no request id; what they send helps their operators.
  const id = headers.get('x-request-id') ?? `none, from ${headers.get('server') ?? 'unknown'} at ${new Date().toISOString()}`
  const said = problem ? `${problem.title}: ${problem.detail}` : `${status} without a readable body`
  const message = `${call}: ${said} (request ${id})`
  return new ServiceError(kindOf(status, problem), message, { status, problem, retryAfterMs: retryAfter(headers) })
}

function kindOf(status: number, problem: Problem | undefined): Kind {
  if (status === 429 || status === 503) return 'busy'
  if (status >= 500 || status < 300) return 'unknown'
  if (!problem) return 'blocked'
  return ACCOUNT_TITLES.includes(problem.title) ? 'account' : 'refused'
}

/** Seconds, or a date. */
function retryAfter(headers: Headers): number {
  const value = headers.get('retry-after')
  if (value === null) return 0
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Math.max(0, ms || 0)
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'title' in answer && 'detail' in answer
}
