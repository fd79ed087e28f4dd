/** An invalid field, named as the service does: a dotted path, a bare merge tag, or `''` for the body as a whole. */
export interface FieldError {
  readonly field: string
  readonly message: string
  /** What the double knows better than the text of the service: which part is wrong, and what would be right. It is not in the answer. */
  readonly precise?: Pick<FieldError, 'field' | 'message'>
}

/** The details of an `ApiError`. */
export interface ApiErrorDetails {
  readonly detail: string
  /** What the double knows beyond `detail`, such as what was not found. It is not in the body of the answer. */
  readonly hint?: string | undefined
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
    super(`${word}: ${refusal.hint ?? refusal.detail}`)
    Error.stackTraceLimit = stackTraceLimit
    this.word = word
    this.refusal = refusal
  }

  /** The first mistake, in the words that tell a developer most. Its field is empty if the error names none. */
  get mistake(): Pick<FieldError, 'field' | 'message'> {
    const { detail, hint, errors: [first] = [] } = this.refusal
    return first?.precise ?? first ?? { field: '', message: hint ?? detail }
  }
}

/** The path that a field such as `lines.item:0.price` names. */
export function pathTo(field: string): (string | number)[] {
  if (field === '') return []
  return field.split('.').map((key) => (/^item:\d+$/.test(key) ? Number(key.slice('item:'.length)) : key))
}

/** A bug in maildouble: never disguised as an answer of the service. */
export class Defect extends Error {
  override readonly name = 'Defect'
}
