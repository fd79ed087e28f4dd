import type { Schemas } from './contract.ts'

/** The problem object of the control API. */
export type Problem = Schemas['ControlProblem']

/**
 * Base class of all errors thrown by the client. The stack starts where the client was called.
 *
 * @example
 * import { MaildoubleError } from 'maildouble/client'
 * const error = await world.faults.get(99).catch((thrown: unknown) => thrown)
 * console.log(error instanceof MaildoubleError) // true
 */
export class MaildoubleError extends Error {
  static {
    this.prototype.name = 'MaildoubleError'
  }

  /** With `caller`, the stack is that of an error that was made when the client was called. */
  constructor(message: string, { caller, ...options }: ErrorOptions & { readonly caller?: Error } = {}) {
    super(message, options)
    const stack = fromCaller(caller?.stack?.replace(/^Error\b/, `${this.name}: ${message}`) ?? this.stack)
    if (stack !== undefined) Object.defineProperty(this, 'stack', { value: stack, writable: true, configurable: true })
  }
}

/**
 * A call that the control API refused. The message describes the mistake and its correction.
 *
 * @example
 * import { RefusedError } from 'maildouble/client'
 * try {
 *   await world.clock.advance({ to: '2020-01-01T00:00:00Z' })
 * } catch (error) {
 *   if (error instanceof RefusedError) console.log(error.status) // 422
 * }
 */
export class RefusedError extends MaildoubleError {
  static {
    this.prototype.name = 'RefusedError'
  }

  /** The status of the answer. */
  readonly status: number
  /** The whole answer; its `errors` point to the invalid members of the body. */
  readonly problem: Problem

  constructor(call: string, problem: Problem) {
    const { status, detail, errors = [] } = problem
    const others = errors.filter(({ pointer, message }) => !detail.includes(`${pointer}: ${message}`))
    const mistakes = others.map((each) => `  ${each.pointer}: ${each.message}`)
    super([detail, ...mistakes, `(${status} of ${call})`].join('\n'))
    this.status = status
    this.problem = problem
  }
}

/**
 * The server can't be reached, the connection broke, or something else answers at its address. The message names the
 * address.
 *
 * @example
 * import { connect, UnreachableError } from 'maildouble/client'
 * const error = await connect('http://127.0.0.1:1').health().catch((thrown: unknown) => thrown)
 * console.log(error instanceof UnreachableError) // true
 */
export class UnreachableError extends MaildoubleError {
  static {
    this.prototype.name = 'UnreachableError'
  }
}

/**
 * No item matched in time. The message shows the other items.
 *
 * @example
 * import { WaitTimeoutError } from 'maildouble/client'
 * const error = await world.emails.waitFor({ to: 'nobody@acme.test', wait: 1 }).catch((thrown: unknown) => thrown)
 * console.log(error instanceof WaitTimeoutError) // true
 */
export class WaitTimeoutError extends MaildoubleError {
  static {
    this.prototype.name = 'WaitTimeoutError'
  }
}

/**
 * The calls were not as expected, or too few are stored to tell. The message shows the closest calls, with the expected and actual
 * values in columns.
 *
 * @example
 * import { VerificationError } from 'maildouble/client'
 * try {
 *   await world.requests.verify({ match: { operation: 'createBatch' } })
 * } catch (error) {
 *   if (error instanceof VerificationError) console.log(error.verdict.matched) // 0
 * }
 */
export class VerificationError extends MaildoubleError {
  static {
    this.prototype.name = 'VerificationError'
  }

  /** The verdict of the server. */
  readonly verdict: Schemas['Verdict']

  constructor(message: string, verdict: Schemas['Verdict']) {
    super(message)
    this.verdict = verdict
  }
}

/**
 * A function that answers webhooks threw. The webhook was not delivered; `cause` is the error that it threw.
 *
 * @example
 * import { WebhookHandlerError } from 'maildouble/client'
 * const hooks = await world.receiver({ list: '3eb0000001' })
 * hooks.answer(() => {
 *   throw new Error('Not today.')
 * })
 * await world.trigger('member.unsubscribe', { list_id: '3eb0000001', email_address: 'bob@acme.test' })
 * const error = await hooks.next().catch((thrown: unknown) => thrown)
 * console.log(error instanceof WebhookHandlerError && String(error.cause)) // Error: Not today.
 */
export class WebhookHandlerError extends MaildoubleError {
  static {
    this.prototype.name = 'WebhookHandlerError'
  }
}

/**
 * A webhook was not signed with the secret, or too long ago. The message says which.
 *
 * @example
 * import { SignatureError, verifySignature } from 'maildouble/client'
 * try {
 *   verifySignature({ header: 't=1768467600,v1=00', body: 'type=subscribe', secret: 'hush', now: '2026-01-15T09:00:00Z' })
 * } catch (error) {
 *   console.log(error instanceof SignatureError) // true
 * }
 */
export class SignatureError extends MaildoubleError {
  static {
    this.prototype.name = 'SignatureError'
  }
}

/** The folder of the client as it appears in stacks. */
const OWN = new URL('.', import.meta.url).pathname

/** A stack without the client's own frames, if other frames remain. */
function fromCaller(stack: string | undefined): string | undefined {
  const lines = stack?.split('\n') ?? []
  const isFrame = (line: string): boolean => /^\s+at .*:\d+:\d+\)?$/.test(line)
  const isOwn = (line: string): boolean => isFrame(line) && (line.includes(OWN) || line.includes('(node:internal/'))
  const shown = lines.filter((line) => !isOwn(line))
  return shown.some(isFrame) ? shown.join('\n') : stack
}
