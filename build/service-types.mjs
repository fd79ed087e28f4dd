// Generates the types of the service's answers for the client: the schemas of answers, the answer of each operation, and the operations
// by path and method.
import { settingsSchemaOf } from './settings.mjs'
import { operationsOf } from './spec.mjs'
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
  const problems = [...new Set(Object.values(service['x-errors']).map(({ status }) => status))].toSorted((a, b) => a - b)
  return [
    '/** The schemas of answers of the service. */',
    `export interface ServiceSchemas ${await schemasOf(taken)}\n`,
    '/** The answer of each operation of the service. */',
    `export interface ServiceAnswers {\n${answers.join('\n')}\n}\n`,
    '/** The statuses of problem objects. */',
    `export type ProblemStatus = ${problems.join(' | ')}\n`,
    "/** The operations by the segments of their path and by method. '*' stands for any segment, and '/' for the end of the path. */",
    `export interface ServicePaths ${printed(pathsOf(service), '')}\n`,
  ].join('\n')
}

/** Takes a schema and those it refers to. Returns its name. @param {Contract} contract @param {string} reference @param {Json} taken */
function take(contract, reference, taken) {
  const name = reference.replace(SCHEMAS, '')
  if (taken[name]) return name
  taken[name] = {}
  taken[name] = copied(contract, contract.components.schemas[name], taken)
  return name
}

/** What a type of an answer is made from. `readOnly` says nothing there. */
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

/** Keywords that hold schemas by name, and those that hold values. */
const BY_NAME = new Set(['properties'])
const VALUES = new Set(['type', 'description', 'required', 'enum', 'const'])

/** @param {Contract} contract @param {any} schema @param {Json} taken @returns {any} */
function copied(contract, schema, taken) {
  if (Array.isArray(schema)) return schema.map((each) => copied(contract, each, taken))
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema.$ref) take(contract, schema.$ref, taken)
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (!TAKEN.has(key)) return []
      if (VALUES.has(key) || key === '$ref') return [[key, value]]
      if (!BY_NAME.has(key)) return [[key, copied(contract, value, taken)]]
      return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copied(contract, each, taken)]))]]
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
