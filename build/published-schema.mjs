// Generates the schema of scenario files for editors and other programs: one self-contained JSON Schema with standard keywords
// only.
import { keywordsOf } from './formats.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** @param {Contract} contract @returns {Json} */
export function publishedSchema(contract) {
  const { Scenario, ...$defs } = contract.components.schemas
  const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Scenario', ...Scenario, $defs }
  return published(whole)
}

/** @param {any} schema @returns {any} */
function published(schema) {
  if (Array.isArray(schema)) return schema.map(published)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'discriminator' || key.startsWith('x-')) return []
    if (key === '$ref') return [[key, value.replace('#/components/schemas/', '#/$defs/')]]
    if (key === 'format' && typeof value === 'string') return Object.entries(keywordsOf(value))
    return [[key, published(value)]]
  })
  return oneTypeEach(Object.fromEntries(entries))
}

/** The keywords that apply to each type. @type {Record<string, Set<string>>} */
const OF_TYPE = {
  string: new Set(['pattern', 'minLength', 'maxLength', 'format', 'x-names']),
  number: new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  object: new Set(['properties', 'required', 'additionalProperties', 'propertyNames', 'minProperties', 'maxProperties']),
  array: new Set(['items', 'minItems', 'maxItems', 'uniqueItems']),
}

/** Splits a schema with several types into alternatives of one type each, as strict readers require. Keywords move to the type
 * that they apply to. @param {Json} schema @returns {Json} */
export function oneTypeEach(schema) {
  if (!Array.isArray(schema.type)) return schema
  const { type: types, if: condition, then: consequence, ...rest } = schema
  const owned = Object.values(OF_TYPE).flatMap((keywords) => [...keywords])
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !owned.includes(key))),
    anyOf: types.map((/** @type {string} */ type) => {
      const own = OF_TYPE[type === 'integer' ? 'number' : type] ?? new Set()
      const follows = condition?.type === type ? consequence : {}
      return { type, ...Object.fromEntries(Object.entries(rest).filter(([key]) => own.has(key))), ...follows }
    }),
  }
}
