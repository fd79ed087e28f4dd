import type { Schemas } from './contract.ts'

/** What the control API answers when it refuses a call. */
export type Problem = Schemas['ControlProblem']

/** Whatever this client throws. */
export class MaildoubleError extends Error {
  override name = 'MaildoubleError'
}

/** A call that the control API refused: its message says what was wrong and what would be right. */
export class RefusedError extends MaildoubleError {
  override name = 'RefusedError'
  /** The status of the answer. */
  readonly status: number
  /** The whole answer. */
  readonly problem: Problem

  constructor(call: string, problem: Problem) {
    super(`${call} was refused with ${problem.status}: ${problem.detail}`)
    this.status = problem.status
    this.problem = problem
  }
}

/** There is no server where one should be, or it broke off. */
export class UnreachableError extends MaildoubleError {
  override name = 'UnreachableError'
}

/** Nothing came of what was waited for. */
export class WaitTimeoutError extends MaildoubleError {
  override name = 'WaitTimeoutError'
}

/** Calls were not what a test wanted them to be. */
export class VerificationError extends MaildoubleError {
  override name = 'VerificationError'
  /** What the server found. */
  readonly verdict: Schemas['Verdict']

  constructor(message: string, verdict: Schemas['Verdict']) {
    super(message)
    this.verdict = verdict
  }
}
