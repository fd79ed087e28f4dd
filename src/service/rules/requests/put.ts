import { checkWholeSchema, type ValidateFunction, type Validators } from '../../../kernel/contract/check.ts'
import type { ServiceBodyOf, ServiceOperationId } from '../../../kernel/contract/service.ts'
import { Defect, type FieldError } from '../../../kernel/world/errors.ts'
import { refuseInvalid } from '../../model/errors.ts'

/**
 * Lists how the body of a PUT for something that does not exist violates the contract of the POST `id`, which has the same members but needs more of
 * them.
 */
export function mistakesInNew(checks: Validators, id: ServiceOperationId, body: object): readonly FieldError[] {
  return checkWholeSchema(validatorOrThrow(checks, id), body)
}

/** The body of a PUT as one of the POST `id`. Throws a 400 with the mistakes, if it has any. */
export function bodyOfNew<Id extends ServiceOperationId>(
  checks: Validators,
  id: Id,
  body: object,
  mistakes: readonly FieldError[] = mistakesInNew(checks, id, body),
): ServiceBodyOf<Id> {
  refuseInvalid(mistakes)
  if (!isBodyOf(id, body, validatorOrThrow(checks, id))) throw new Defect(`The mistakes in a body of ${id} were overlooked.`)
  return body
}

function isBodyOf<Id extends ServiceOperationId>(_: Id, body: unknown, validate: ValidateFunction): body is ServiceBodyOf<Id> {
  return validate(body)
}

function validatorOrThrow(checks: Validators, id: ServiceOperationId): ValidateFunction {
  const validate = checks[`request_${id}`]
  if (!validate) throw new Defect(`The contract has no body of ${id} in these validators.`)
  return validate
}
