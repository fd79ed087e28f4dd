import { routes as publicRoutes } from '../../contract/public.ts'
import { routes } from '../../contract/service.ts'
import { nearest } from '../../support/nearest.ts'
import { ControlError, unusable } from '../errors.ts'

/** The name of an operation that a query gives; one that no contract has is a slip. */
export function operationOrThrow(name: string | undefined): string | undefined {
  const complaint = complaintAbout(name)
  if (complaint === undefined) return name
  throw new ControlError(422, `The query parameter operation: ${complaint}`)
}

/** Refuses a body that names an operation that no contract has. */
export function operationOrUnusable(name: string, pointer: string): void {
  const complaint = complaintAbout(name)
  if (complaint !== undefined) throw unusable(pointer, complaint)
}

function complaintAbout(name: string | undefined): string | undefined {
  const names = [...routes, ...publicRoutes].map(({ id }) => id)
  if (name === undefined || names.includes(name)) return undefined
  const meant = nearest(name, names)
  const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : 'GET /_control/contract/openapi.json lists them.'
  return `There is no operation ${name.slice(0, 100)}. ${hint}`
}
