/** One field that failed, as the service names it: a dotted path, a bare merge tag, or `''` for the body as a whole. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** What an `ApiError` says beside its word. */
export interface Refusal {
  readonly detail: string
  readonly errors?: readonly FieldError[]
  /** The methods that would be allowed, for a 405. */
  readonly allow?: string
}

/** The service refuses: rendered as its problem object. `word` names an entry of the contract's error catalogue. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly word: string
  readonly refusal: Refusal

  constructor(word: string, refusal: Refusal) {
    // A refusal is an answer and no bug, so it does without a stack trace, which takes half of the time of throwing it.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(`${word}: ${refusal.detail}`)
    Error.stackTraceLimit = stackTraceLimit
    this.word = word
    this.refusal = refusal
  }
}

/** Something has to be loaded before this can go on: the transaction is dropped, and run again once `ready` has resolved. */
export class NeedsLoad extends Error {
  override readonly name = 'NeedsLoad'
  readonly ready: Promise<unknown>

  constructor(ready: Promise<unknown>) {
    super('Something has to be loaded first.')
    this.ready = ready
  }
}

/** We are wrong: never dressed up as an answer of the service. */
export class Defect extends Error {
  override readonly name = 'Defect'
}
