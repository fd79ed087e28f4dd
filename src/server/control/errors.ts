import { controlTitles } from '../../kernel/contract/generated/own-errors.ts'
import { nameHint } from '../../kernel/support/nearest.ts'
import type { ControlContext } from './context.ts'
import { logDefect, statusOfDefect } from '../runtime/persistence-error.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

/** An error at one place of a body: the JSON pointer, and what would be right; in a member that is a text, also the position there. */
export interface PointedError {
  readonly pointer: string
  readonly message: string
  readonly line?: number
  readonly column?: number
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
export function makeUnusableError(pointer: string, message: string): ControlError {
  return unusableBody([{ pointer, message }])
}

/** A 422 about places of the body. Its detail says what is wrong at the first ones. */
export function unusableBody(mistakes: readonly PointedError[]): ControlError {
  const shown = mistakes.slice(0, SHOWN_MAX).map(({ pointer, message }) => sentence(pointer, message))
  const more = mistakes.length - shown.length
  const rest = more > 0 ? [`${more} more in errors.`] : []
  return new ControlError(422, [...shown, ...rest].join(' '), mistakes.slice(0, ERRORS_MAX))
}

/** Maximum number of mistakes in the sentence for people, and in `errors` for programs. */
const SHOWN_MAX = 5
const ERRORS_MAX = 100

/** A sentence about a place of a body, with a full stop. */
function sentence(pointer: string, message: string): string {
  const place = pointer.slice(0, POINTER_MAX) || 'The body'
  return `${place}: ${message}${/[.?!…]$/.test(message) ? '' : '.'}`
}

/** Maximum number of characters of a pointer in a sentence: a body may have members with very long names. */
const POINTER_MAX = 200

/** Maximum number of worlds in the error. */
const NAMED_MAX = 10

/** The error about an unknown world. Its text names existing worlds. */
export function noSuchWorld(worlds: ControlContext['worlds'], id: string): ControlError {
  const ids = worlds.all().map(({ world }) => world.id)
  return new ControlError(404, `There is no world ${id.slice(0, 100)}. ${nameHint(id, ids, NAMED_MAX)}`)
}

const PROBLEM = 'application/problem+json'

/** The problem that answers a failed call of the control API. A defect is logged. */
export function refuse(error: unknown, { publicUrl, log }: Pick<ControlContext, 'publicUrl' | 'log'>): Response {
  // The error catalogue.
  const type = `${publicUrl}/docs/errors`
  if (error instanceof ControlError) {
    const { status, message: detail, errors, allow } = error
    const problem = { type, title: controlTitles[status], status, detail, ...(errors.length > 0 ? { errors } : {}) }
    return jsonResponse(status, problem, PROBLEM, allow === undefined ? {} : { allow })
  }
  logDefect(log, 'in the control API', error)
  const detail = messageOf(error)
  const status = statusOfDefect(error)
  return jsonResponse(status, { type, title: controlTitles[500], status, detail }, PROBLEM)
}

export function jsonResponse(
  status: number,
  body: unknown,
  type = 'application/json',
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': `${type}; charset=utf-8`, ...headers } })
}
