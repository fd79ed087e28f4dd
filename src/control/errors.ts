import type { controlTitles } from '../contract/generated/own-errors.ts'

/** One place of a body that is wrong, as a JSON pointer, and what would be right. */
export interface PointedError {
  readonly pointer: string
  readonly message: string
}

/** The control API refuses: `detail` tells a person what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: Exclude<keyof typeof controlTitles, 500 | 503>
  readonly errors: readonly PointedError[]
  /** The methods that are allowed, where the one that was used is not. */
  readonly allow: string | undefined

  constructor(status: ControlError['status'], detail: string, errors: readonly PointedError[] = [], allow?: string) {
    super(detail)
    this.status = status
    this.errors = errors
    this.allow = allow
  }
}

/** A body that cannot be used, at one place. */
export function unusable(pointer: string, message: string): ControlError {
  return new ControlError(422, `The body cannot be used: ${pointer || 'it'}: ${message}`, [{ pointer, message }])
}
