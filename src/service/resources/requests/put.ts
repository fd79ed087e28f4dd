import { checkWholeSchema, type ValidateFunction, type Validators } from '../../../kernel/contract/check.ts'
import type { ServiceBodyOf, ServiceOperationId } from '../../../kernel/contract/service.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import { errors } from '../answers/errors.ts'

/**
 * Checks the body of a PUT for something that does not exist by the contract of the POST `id`, which has the same members but needs more of
 * them. Throws a 400 with everything that is wrong.
 */
export function bodyOfNew<Id extends ServiceOperationId>(checks: Validators, id: Id, body: object): ServiceBodyOf<Id> {
  const validate = checks[`request_${id}`]
  if (!validate) throw new Defect(`The contract has no body of ${id} in these validators.`)
  if (!isBodyOf(id, body, validate)) throw errors.invalid(...checkWholeSchema(validate, body))
  return body
}

function isBodyOf<Id extends ServiceOperationId>(_: Id, body: unknown, validate: ValidateFunction): body is ServiceBodyOf<Id> {
  return validate(body)
}
