import { controlTitles } from '../../kernel/contract/generated/own-errors.ts'
import { isPersistenceFailure, statusOfDefect } from '../runtime/persistence-error.ts'
import { type Log, messageOf, stackOf } from '../../kernel/support/thrown.ts'
import type { ControlContext } from './context.ts'
import { ControlError } from './errors.ts'

const PROBLEM = 'application/problem+json'

/** The problem that answers a failed call of the control API. A defect is logged. */
export function refuse(error: unknown, { publicUrl }: Pick<ControlContext, 'publicUrl'>, log: Log): Response {
  // The error catalogue.
  const type = `${publicUrl}/docs/errors`
  if (error instanceof ControlError) {
    const { status, message: detail, errors, allow } = error
    const problem = { type, title: controlTitles[status], status, detail, ...(errors.length > 0 ? { errors } : {}) }
    return jsonResponse(status, problem, PROBLEM, allow === undefined ? {} : { allow })
  }
  // The persister logs its failures itself.
  if (!isPersistenceFailure(error)) {
    const what = stackOf(error)
    log(`DEFECT of maildouble in the control API: ${what}`, 'defect')
  }
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
