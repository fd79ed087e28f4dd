// Generates the types of the service for the client: the schemas of bodies and answers, the body, the query and the answer of each operation,
// and the operations by path and method.
import { admitting } from './client-types.mjs'
import { settingsSchemaOf } from './settings.mjs'
import { operationsOf, resolved } from './spec.mjs'
import { printedTypes } from './types.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** The schemas begin with this in a contract. */
const SCHEMAS = '#/components/schemas/'

/** @param {{ readonly service: Contract, readonly control: Contract }} contracts `control` has the settings that decide a status */
export async function serviceTypesOf({ service, control }) {
  const settings = settingsSchemaOf(control).properties
  /** @type {Json} */
  const taken = {}
  const answers = [...operationsOf(service)].map(({ operation }) => {
    const [status = ''] = Object.keys(operation.responses).filter((each) => each.startsWith('2'))
    const statuses = settings[operation['x-status-setting']]?.enum ?? [status]
    const reference = operation.responses[status]?.content?.['application/json']?.schema.$ref
    const body = reference === undefined ? 'undefined' : `ServiceSchemas['${take(service, reference, taken)}']`
    return `  ${operation.operationId}: { status: ${statuses.join(' | ')}; body: ${body} }`
  })
  take(service, `${SCHEMAS}ProblemDocument`, taken)
  const bodies = [...operationsOf(service)].flatMap(({ operation }) => {
    const { requestBody, 'x-body-when': when } = /** @type {Json} */ (operation)
    if (!requestBody) return []
    const body = requestBody.content['application/json'].schema.$ref
    const names = [body, ...(when ? [`${SCHEMAS}${when.schema}`] : [])].map((each) => take(service, each, taken, sent))
    const optional = requestBody.required ? '' : '?'
    return `  ${operation.operationId}: [body${optional}: ${names.map((name) => `ServiceSchemas['${name}']`).join(' | ')}]`
  })
  const problems = [...new Set(Object.values(service['x-errors']).map(({ status }) => status))].toSorted((a, b) => a - b)
  return [
    '/** The schemas of bodies and answers of the service. */',
    `export interface ServiceSchemas ${await schemasOf(taken)}\n`,
    '/** The answer of each operation of the service. */',
    `export interface ServiceAnswers {\n${answers.join('\n')}\n}\n`,
    '/** The body of each operation of the service that has one. A list without an item stands for a body that may be missing. */',
    `export interface ServiceBodies {\n${bodies.join('\n')}\n}\n`,
    '/** The query parameters of each operation of the service that has some. */',
    `export interface ServiceQueries ${await schemasOf(queriesOf(service))}\n`,
    '/** The statuses of problem objects. */',
    `export type ProblemStatus = ${problems.join(' | ')}\n`,
    "/** The operations by the segments of their path and by method. '*' stands for any segment, and '/' for the end of the path. */",
    `export interface ServicePaths ${printed(pathsOf(service), '')}\n`,
  ].join('\n')
}

/** Takes a schema, and the schemas behind its references. Returns its name. `prepare` changes each schema first.
 * @param {Contract} contract @param {string} reference @param {Json} taken @param {(contract: Contract, schema: Json) => Json} [prepare] */
function take(contract, reference, taken, prepare = (_, schema) => schema) {
  const name = reference.replace(SCHEMAS, '')
  if (taken[name]) return name
  taken[name] = {}
  const schema = prepare(contract, contract.components.schemas[name] ?? {})
  taken[name] = copied(schema, (each) => take(contract, each, taken, prepare))
  return name
}

/** A schema of request bodies, with the checks of our own code. @param {Contract} contract @param {Json} schema @returns {Json} */
function sent(contract, schema) {
  return admitting(checked(contract, schema))
}

/** A schema with the checks of our own code (`x-published`, `x-item-schema`) in a form that types can express.
 * @param {Contract} contract @param {any} schema @returns {any} */
function checked(contract, schema) {
  if (Array.isArray(schema)) return schema.map((each) => checked(contract, each))
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema['x-item-schema']) return { $ref: `${SCHEMAS}${schema['x-item-schema']}` }
  const { 'x-published': published, ...rest } = schema
  const copy = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, checked(contract, each)]))
  const { description, properties, type } = copy
  const { oneOf, anyOf, not } = published ?? {}
  if (anyOf?.some((/** @type {Json} */ way) => way['x-schema']))
    return { description, anyOf: anyOf.map((/** @type {Json} */ way) => wayOf(way, properties)) }
  if (not?.const === true)
    return {
      description,
      anyOf: [{ ...copy, type: type.filter((/** @type {string} */ each) => each !== 'boolean') }, { const: false }],
    }
  // The members of a way say only what is required within them.
  const within = (/** @type {Json} */ { properties: members = {}, ...way }) => ({
    ...way,
    properties: Object.fromEntries(
      Object.entries(members).map(([name, { required }]) => [
        name,
        { ...checked(contract, resolved(contract, schema.properties[name])), required },
      ]),
    ),
  })
  return anyOf || oneOf ? { ...copy, 'x-published': { oneOf: oneOf?.map(within), anyOf: anyOf?.map(within) } } : copy
}

/** One of the ways to send an object: another schema, or the members without the excluded ones.
 * @param {Json} way @param {Json} properties @returns {Json} */
function wayOf({ 'x-schema': other, required, not }, properties) {
  if (other) return { $ref: `${SCHEMAS}${other}` }
  const allowed = Object.entries(properties).map(([name, each]) => [name, not?.required?.includes(name) ? false : each])
  return { type: 'object', required, properties: Object.fromEntries(allowed) }
}

/** The keywords that determine a type. `readOnly` has no effect on a type. */
const TAKEN = new Set([
  'type',
  'description',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'allOf',
  '$ref',
  'additionalProperties',
])

/** Keywords with schemas by name, and keywords with values. */
const BY_NAME = new Set(['properties'])
const VALUES = new Set(['type', 'description', 'required', 'enum', 'const'])

/** @param {any} schema @param {(reference: string) => string} refer is told of each reference @returns {any} */
function copied(schema, refer) {
  if (Array.isArray(schema)) return schema.map((each) => copied(each, refer))
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema.$ref) refer(schema.$ref)
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (!TAKEN.has(key)) return []
      if (VALUES.has(key) || key === '$ref') return [[key, value]]
      if (!BY_NAME.has(key)) return [[key, copied(value, refer)]]
      return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copied(each, refer)]))]]
    }),
  )
}

/** The schemas as the body of an interface. @param {Json} schemas */
async function schemasOf(schemas) {
  const document = { openapi: '3.1.0', info: { title: 'Answers', version: '3.0' }, paths: {}, components: { schemas } }
  const text = await printedTypes(document, { immutable: false })
  const [, body = ''] = /^ {4}schemas: (\{\n[\s\S]*?\n {4}\});$/m.exec(text) ?? []
  return body
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, "ServiceSchemas['$1']")
    .replaceAll(/^ {4}/gm, '')
    .replaceAll(/^(?: {4})+/gm, (indent) => '  '.repeat(indent.length / 4))
}

/** The query parameters of each operation, as one object. @param {Contract} contract @returns {Json} */
function queriesOf(contract) {
  return Object.fromEntries(
    [...operationsOf(contract)].flatMap(({ path, operation }) => {
      const given = [...(contract.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])]
      const properties = given
        .map((each) => /** @type {Json} */ (resolved(contract, each)))
        .filter((each) => each.in === 'query')
        .map(({ name, schema, description }) => [name, copied({ ...resolved(contract, schema), description }, (each) => each)])
      const query = { type: 'object', properties: Object.fromEntries(properties) }
      return properties.length === 0 ? [] : [[operation.operationId, query]]
    }),
  )
}

/** The operations below each segment. @param {Contract} contract @returns {Json} */
function pathsOf(contract) {
  /** @type {Json} */
  const root = {}
  for (const { path, method, operation } of operationsOf(contract)) {
    const segments = path.split('/').filter(Boolean)
    const place = segments.reduce((at, segment) => (at[segment.startsWith('{') ? '*' : segment] ??= {}), root)
    place['/'] = { ...place['/'], [method]: operation.operationId }
  }
  return root
}

/** @param {Json | string} node @param {string} indent @returns {string} */
function printed(node, indent) {
  if (typeof node === 'string') return `'${node}'`
  const lines = Object.entries(node).map(([name, each]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `${indent}  ${key}: ${printed(each, `${indent}  `)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
