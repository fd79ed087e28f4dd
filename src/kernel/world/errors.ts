/** An invalid field, named as the service does: a dotted path, a bare merge tag, or `''` for the body as a whole. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** The details of an `ApiError`. */
export interface ApiErrorDetails {
  readonly detail: string
  readonly errors?: readonly FieldError[]
  /** The methods that would be allowed, for a 405. */
  readonly allow?: string
}

/** A rejection by the service, rendered as its problem object. `word` is a name in the contract's error catalogue. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly word: string
  readonly refusal: ApiErrorDetails

  constructor(word: string, refusal: ApiErrorDetails) {
    // A rejection is an answer and not a bug, so no stack trace is captured: that would take half of the time of throwing it.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(`${word}: ${refusal.detail}`)
    Error.stackTraceLimit = stackTraceLimit
    this.word = word
    this.refusal = refusal
  }
}

/** A module has to be loaded first: the transaction is rolled back, and runs again once `ready` has resolved. */
export class NeedsLoad extends Error {
  override readonly name = 'NeedsLoad'
  readonly ready: Promise<unknown>

  constructor(ready: Promise<unknown>) {
    super('A module has to be loaded first.')
    this.ready = ready
  }
}

/** A bug in maildouble: never disguised as an answer of the service. */
export class Defect extends Error {
  override readonly name = 'Defect'
}
