import type { Schemas } from './contract.ts'

/** What the control API answers when it refuses a call. */
export type Problem = Schemas['ControlProblem']

/**
 * Whatever the client throws. Its stack begins where the client was called.
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

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    const stack = fromCaller(this.stack)
    if (stack !== undefined) Object.defineProperty(this, 'stack', { value: stack, writable: true, configurable: true })
  }
}

/**
 * A call that the control API refused. Its message says what was wrong and what would be right.
 *
 * @example
 * import { RefusedError } from 'maildouble/client'
 * try {
 *   await world.clock.advance('31 seconds')
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
  /** The whole answer: `errors` of it point to the members of the body that cannot be used. */
  readonly problem: Problem

  constructor(call: string, problem: Problem) {
    const { status, detail, errors = [] } = problem
    const others = errors.filter(({ pointer, message }) => !detail.includes(`${pointer}: ${message}`))
    super(
      [`${call} was refused with ${status}. ${detail}`, ...others.map((each) => `  ${each.pointer}: ${each.message}`)].join('\n'),
    )
    this.status = status
    this.problem = problem
  }
}

/**
 * There is no server where one should be, it broke off, or what is there is none. Its message says where it looked.
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
 * Nothing came of what was waited for. Its message shows what did come instead.
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
 * Calls were not what a test wanted them to be, or too few are kept to tell. Its message shows those that came closest, what was
 * expected in one column and what is there in the other.
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

  /** What the server found. */
  readonly verdict: Schemas['Verdict']

  constructor(message: string, verdict: Schemas['Verdict']) {
    super(message)
    this.verdict = verdict
  }
}

/** The folder of the client, as it stands in stacks. */
const OWN = new URL('.', import.meta.url).pathname

/** A stack without the lines of the client itself, if others are left. */
function fromCaller(stack: string | undefined): string | undefined {
  const lines = stack?.split('\n') ?? []
  const isFrame = (line: string): boolean => /^\s+at .*:\d+:\d+\)?$/.test(line)
  const isOwn = (line: string): boolean => isFrame(line) && (line.includes(OWN) || line.includes('(node:internal/'))
  const kept = lines.filter((line) => !isOwn(line))
  return kept.some(isFrame) ? kept.join('\n') : stack
}
