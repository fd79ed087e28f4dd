import type { controlTitles } from '../contract/generated/own-errors.ts'

/** An error at one place of a body: the JSON pointer, and what would be right. */
export interface PointedError {
  readonly pointer: string
  readonly message: string
}

/** An error of the control API. `detail` tells a person what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: Exclude<keyof typeof controlTitles, 500 | 503>
  readonly errors: readonly PointedError[]
  /** The allowed methods, for an error about a method that is not allowed. */
  readonly allow: string | undefined

  constructor(status: ControlError['status'], detail: string, errors: readonly PointedError[] = [], allow?: string) {
    super(detail)
    this.status = status
    this.errors = errors
    this.allow = allow
  }
}

/** A 422 about one place of the body. */
export function unusable(pointer: string, message: string): ControlError {
  return new ControlError(422, `The body cannot be used: ${pointer || 'it'}: ${message}`, [{ pointer, message }])
}
