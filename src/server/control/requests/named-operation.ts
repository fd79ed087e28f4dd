import { routes as publicRoutes } from '../../../kernel/contract/public.ts'
import { routes } from '../../../kernel/contract/service.ts'
import { didYouMean } from '../../../kernel/support/nearest.ts'
import { ControlError, makeUnusableError } from '../errors.ts'

/** Checks the operation name of a query. Throws a 422 if no contract has it. */
export function operationOrThrow(name: string | undefined): string | undefined {
  const complaint = complaintAbout(name)
  if (complaint === undefined) return name
  throw new ControlError(422, `The query parameter operation: ${complaint}`)
}

/** Throws a 422 if a body names an operation that no contract has. */
export function operationOrUnusable(name: string, pointer: string): void {
  const complaint = complaintAbout(name)
  if (complaint !== undefined) throw makeUnusableError(pointer, complaint)
}

function complaintAbout(name: string | undefined): string | undefined {
  const names = [...routes, ...publicRoutes].map(({ id }) => id)
  if (name === undefined || names.includes(name)) return undefined
  const hint = didYouMean(name, names) || 'GET /_control/contract/openapi.json lists them.'
  return `There is no operation ${name.slice(0, 100)}. ${hint}`
}
