// Validators of a contract as modules, compiled now: one per resource, loaded when the resource is first called, and one
// for each group of schemas that is checked on its own, as their `x-validator` names it.
import Ajv2020 from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { formats } from './formats.mjs'
import { lean } from './lean.mjs'
import { contentOf, operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

const KEYWORDS = [
  'example',
  'x-provenance',
  'x-assumption',
  'x-confidence',
  'x-enum-assumptions',
  'x-links',
  'x-dashboard',
  'x-validator',
  'x-names-missing',
  'x-item-schema',
  'x-tags',
  'x-filled',
  'x-faker',
  'x-published',
]

/** @param {Contract} contract @param {{ readonly allErrors?: boolean }} [options] whether each says all that is wrong, or the first
 * thing only @returns {Record<string, string>} file name to code */
export function validatorsOf(contract, { allErrors = false } = {}) {
  const ajv = new Ajv2020.default({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    validateFormats: true,
    logger: false,
    discriminator: true,
    unicodeRegExp: false,
    verbose: true,
    allErrors,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
    formats,
  })
  // No contract asks which members were looked at, nor refers by where it comes from: code for both would be a quarter of it all.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false })
  ajv.addVocabulary(KEYWORDS)
  ajv.addSchema(schemasOf(contract, false), 'open')
  ajv.addSchema(schemasOf(contract, true), 'closed')

  /** @type {Record<string, Record<string, string>>} */
  const modules = {}
  /** @param {string} resource @param {string} name @param {Json} schema @param {'open' | 'closed'} kind */
  const add = (resource, name, schema, kind) => {
    const id = `${kind}.${resource}.${name}`
    ajv.addSchema(asSchema(schema, kind), id)
    ;(modules[resource] ??= {})[name] = id
  }
  for (const { operation } of operationsOf(contract)) {
    const {
      operationId,
      tags: [resource = ''],
      requestBody,
      responses,
    } = operation
    const body = contentOf(requestBody)?.schema
    if (body) add(resource, `request_${operationId}`, body, 'open')
    const when = operation['x-body-when']
    if (when) add(resource, `request_${operationId}_when`, { $ref: `#/components/schemas/${when.schema}` }, 'open')
    const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']?.schema
    if (answer) add(resource, `response_${operationId}`, answer, 'closed')
    modules[resource] ??= {}
  }
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    const wanted = schema['x-validator']
    // A closed one in the module of a resource whose answers hold the schema is there already, and costs nothing more.
    const { module, closed } = typeof wanted === 'string' ? { module: wanted, closed: false } : (wanted ?? {})
    if (module) add(module, name, { $ref: `#/components/schemas/${name}` }, closed ? 'closed' : 'open')
  }
  return Object.fromEntries(
    Object.entries(modules).flatMap(([resource, names]) => {
      const code = lean(standaloneCode.default(ajv, names).replaceAll(LENGTH_MODULE, LENGTH))
      if (code.includes('require(')) throw new Error(`The validators of ${resource} need a module at run time.`)
      const types = `import type { ValidateFunction } from '../../../check.ts'\n`
      const declared = Object.keys(names).map((name) => `export const ${name}: ValidateFunction\n`)
      return [
        [`${resource}.js`, code],
        [`${resource}.d.ts`, types + declared.join('')],
      ]
    }),
  )
}

/** All component schemas as one schema with definitions. @param {Contract} contract @param {boolean} closed */
function schemasOf(contract, closed) {
  return { $defs: asSchema(contract.components.schemas, closed ? 'closed' : 'open', '') }
}

/** A copy in which references lead to the gathered schemas; closed ones admit no member that is not named. @param {Json} schema
 * @param {'open' | 'closed'} kind @param {string} [base] @returns {Json} */
function asSchema(schema, kind, base = kind) {
  return JSON.parse(JSON.stringify(schema), function (/** @type {string} */ key, /** @type {any} */ value) {
    if (key === '$ref') return `${base}${value.replace('#/components/schemas/', '#/$defs/')}`
    // Errors quote the values that tell one alternative from the others.
    if (value?.discriminator?.mapping) {
      const { propertyName, mapping } = value.discriminator
      return { ...value, discriminator: { propertyName }, 'x-tags': Object.keys(mapping) }
    }
    // What is written for people only is left out, but errors quote the description beside a pattern.
    if (key === 'default' || (PROSE.has(key) && typeof value === 'string' && !('pattern' in this))) return undefined
    if (kind === 'closed' && value?.properties && value.type === 'object') return { additionalProperties: false, ...value }
    return value
  })
}

const PROSE = new Set(['description', 'example', 'x-provenance', 'x-assumption', 'x-confidence'])

/** Lengths are counted in characters, not in halves of them. The checks load no module at run time, so it stands in them. */
const LENGTH_MODULE = 'require("ajv/dist/runtime/ucs2length").default'
const LENGTH = '((text) => { let length = 0; for (const _ of text) length++; return length })'
