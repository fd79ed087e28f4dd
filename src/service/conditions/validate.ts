import {
  checkSchema,
  missingMessage,
  noneOfSeveral,
  type SchemaViolation,
  type ValidateFunction,
  wrongType,
} from '../../kernel/contract/check.ts'
import type { ServiceSchemas } from '../../kernel/contract/service.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import type { ConditionAudience, AnyCondition, ConditionType, ConditionSubject } from './condition.ts'
import { conditionKinds, findConditionKind } from './index.ts'

/** The result of reading a condition: the complete condition, or its mistakes. */
export type ConditionResult = { readonly condition: AnyCondition } | { readonly violation: SchemaViolation }

/**
 * Checks a condition against the schema of its type and against the list. The type may be left out: then the field and the op
 * determine it. `validate` validates conditions of all types, without unknown members. For the service, a condition that fits no schema
 * has one message.
 */
export function readCondition(
  sent: ServiceSchemas['ConditionInput'],
  audience: ConditionAudience,
  validate: ValidateFunction,
): ConditionResult {
  if (!isObject(sent)) return ofNoType({ field: '', message: wrongType('object', sent) })
  const given: unknown = sent.condition_type ?? undefined
  if (given !== undefined && typeof given !== 'string')
    return ofNoType({ field: 'condition_type', message: wrongType('string', given) })
  const type = sent.condition_type ?? determineType(sent, audience)
  if (typeof type === 'object') return type
  const reading = checkShape({ condition_type: type, ...sent }, validate)
  if ('violation' in reading) return reading
  const { condition } = reading
  const violation = checkField(condition, audience) ?? checkRest(condition, audience)
  return violation ? { violation } : reading
}

/** The type that a field and an op determine. */
function determineType(
  { field, op }: ServiceSchemas['ConditionInput'],
  audience: ConditionAudience,
): ConditionType | ConditionResult {
  if (field === undefined)
    return ofNoType({ field: '', message: `${missingMessage(['field'])}. It says what the condition is about.` })
  if (typeof field !== 'string') return ofNoType({ field: 'field', message: wrongType('string', field) })
  const types = typesAbout(field, audience)
  const first = types[0]
  if (!first) {
    const message = `No condition is about ${field.slice(0, 64)}, and the list has no such merge field.`
    return ofNoType({ field: 'field', message })
  }
  if (op === undefined) return first
  if (typeof op !== 'string') return ofNoType({ field: 'op', message: wrongType('string', op) })
  const type = types.find((each) => Object.hasOwn(findConditionKind(each).ops, op))
  const ops = types.flatMap((each) => Object.keys(findConditionKind(each).ops))
  return type ?? ofNoType({ field: 'op', message: `Value must be one of: ${ops.join(', ')}.` })
}

/** The types for a field. Fixed words take precedence over merge tags. */
function typesAbout(field: string, audience: ConditionAudience): ConditionType[] {
  const types = allTypes.filter((type) => hasWord(findConditionKind(type).about, field))
  return types.length > 0 ? types : allTypes.filter((type) => hasMergeField(findConditionKind(type).about, field, audience))
}

const allTypes = Object.keys(conditionKinds) as ConditionType[]

function hasWord(about: ConditionSubject, field: string): boolean {
  if (about === 'interests') return field.startsWith('interests-')
  return 'words' in about && about.words.includes(field)
}

function hasMergeField(about: ConditionSubject, field: string, audience: ConditionAudience): boolean {
  const type = audience.mergeType(field)
  return type !== undefined && typeof about === 'object' && 'mergeTypes' in about && about.mergeTypes.includes(type)
}

/** Unknown members are ignored, as in every request. */
function checkShape(condition: object, validate: ValidateFunction): ConditionResult {
  const violation = checkSchema(validate, condition)
  if (!violation) return { condition: condition as AnyCondition }
  const error = validate.errors?.[0]
  const known = error?.keyword === 'additionalProperties' ? error.parentSchema?.['properties'] : undefined
  if (!known) return ofNoType(violation)
  const members = Object.entries(condition).filter(([name]) => Object.hasOwn(known, name))
  return checkShape(Object.fromEntries(members), validate)
}

function checkField({ condition_type, field }: AnyCondition, audience: ConditionAudience): SchemaViolation | undefined {
  const { about } = findConditionKind(condition_type)
  if (about === 'interests' || 'words' in about || hasMergeField(about, field, audience)) return undefined
  const type = audience.mergeType(field)
  const message = type
    ? `The merge field ${field} is of the type ${type}; this condition is for ${about.mergeTypes.join(', ')}.`
    : `The list has no merge field ${field.slice(0, 64)}.`
  return { field: 'field', message }
}

function checkRest(condition: AnyCondition, audience: ConditionAudience): SchemaViolation | undefined {
  const objection = findConditionKind(condition.condition_type).check?.(condition, audience)
  return objection && { field: objection.member, message: objection.message }
}

function ofNoType(precise: SchemaViolation): ConditionResult {
  return { violation: noneOfSeveral('', precise) }
}
