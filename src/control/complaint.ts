import { check, pointerOf } from '../contract/check.ts'
import type { SchemaError, ValidateFunction } from '../contract/validator.ts'
import { nearest } from '../support/nearest.ts'
import type { PointedError } from './errors.ts'

/** What is wrong with a body, and what may have been meant; a member that is missing is pointed at where it should be. */
export function complaintOf(validate: ValidateFunction, body: unknown): PointedError | undefined {
  const complaint = check(validate, body)
  if (!complaint) return undefined
  const error = validate.errors?.[0]
  const missing = error?.keyword === 'required' ? error.params['missingProperty'] : undefined
  const pointer = pointerOf(validate) + (typeof missing === 'string' ? `/${missing}` : '')
  const meant = error ? nearest(...wrongName(error)) : []
  return { pointer, message: meant.length > 0 ? `${complaint.message} Did you mean ${meant.join(' or ')}?` : complaint.message }
}

/** A name that is none, and those that would be. */
function wrongName({ keyword, params, schema, data, parentSchema }: SchemaError): [string, readonly string[]] {
  if (keyword === 'enum') return [String(data), texts(schema)]
  if (keyword === 'discriminator') return [String(params['tagValue']), texts(parentSchema?.['x-tags'])]
  if (keyword !== 'additionalProperties') return ['', []]
  return [String(params['additionalProperty']), Object.keys(Object(parentSchema?.['properties']))]
}

function texts(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}
