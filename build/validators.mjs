// Compiles the validators of a contract to modules: one per resource, loaded on the first call to the resource, and one for
// each group of schemas that is validated on its own, named by `x-validator`.
import Ajv2020 from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { formats } from './formats.mjs'
import { minifyValidators } from './minify-validators.mjs'
import { contentOf, operationsOf, tagsWithAllErrors } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

const KEYWORDS = [
  'example',
  'x-provenance',
  'x-assumption',
  'x-confidence',
  'x-enum-assumptions',
  'x-relies-on',
  'x-links',
  'x-optional-links',
  'x-dashboard',
  'x-validator',
  'x-names-missing',
  'x-item-schema',
  'x-sentence-about',
  'x-tags',
  'x-filled',
  'x-faker',
  'x-published',
  'x-group',
  'x-names',
  'x-picks',
  'x-beside',
  'x-variants',
  'x-first-if',
]

/** @param {Contract} contract @param {{ readonly allErrors?: boolean }} [options] whether validators report all errors, or only
 * the first, except for tags with `x-reports-all-errors` @returns {Record<string, string>} file name to code */
export function validatorsOf(contract, { allErrors = false } = {}) {
  if (allErrors) return modulesOf(contract, true, () => true)
  const thorough = tagsWithAllErrors(contract)
  return {
    ...modulesOf(contract, false, (resource) => !thorough.has(resource)),
    ...(thorough.size > 0 ? modulesOf(contract, true, (resource) => thorough.has(resource)) : {}),
  }
}

/** @param {Contract} contract @param {boolean} allErrors @param {(module: string) => boolean} isWanted selects modules by name
 * @returns {Record<string, string>} file name to code */
function modulesOf(contract, allErrors, isWanted) {
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
    // Longer lists of values would need a module at run time.
    loopEnum: 500,
    code: { source: true, esm: true, lines: true },
    formats,
  })
  // No contract uses `unevaluated*` or `$dynamicRef`. Code for them would be a quarter of the validators.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false })
  ajv.addVocabulary(KEYWORDS)
  // Each component is a schema of its own: Ajv would compile a definition once for each reference.
  for (const kind of /** @type {const} */ (['open', 'closed'])) {
    for (const [name, schema] of Object.entries(contract.components.schemas))
      ajv.addSchema(asSchema(schema, kind), `${kind}.${name}`)
  }

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
    // A closed schema costs nothing if the answers of the module's resource contain it already.
    const { module, closed } = typeof wanted === 'string' ? { module: wanted, closed: false } : (wanted ?? {})
    if (module) add(module, name, { $ref: `#/components/schemas/${name}` }, closed ? 'closed' : 'open')
  }
  return Object.fromEntries(
    Object.entries(modules)
      .filter(([resource]) => isWanted(resource))
      .flatMap(([resource, names]) => {
        const code = minifyValidators(standaloneCode.default(ajv, names).replaceAll(LENGTH_MODULE, LENGTH))
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

/** A copy whose references lead to the components of this kind. Closed schemas allow no unknown members. @param {Json} schema
 * @param {'open' | 'closed'} kind @returns {Json} */
function asSchema(schema, kind) {
  return JSON.parse(JSON.stringify(schema), function (/** @type {string} */ key, /** @type {any} */ value) {
    if (key === '$ref') return value.replace('#/components/schemas/', `${kind}.`)
    // Only the mistakes of the alternative that is meant are reported.
    if (value?.['x-first-if']) {
      const {
        'x-first-if': condition,
        anyOf: [first, second],
        ...rest
      } = value
      // A keyword of JSON Schema.
      // oxlint-disable-next-line no-thenable
      return { ...rest, if: condition, then: first, else: second }
    }
    // Errors quote the values that tell one alternative from the others.
    if (value?.discriminator?.mapping) {
      const { propertyName, mapping } = value.discriminator
      return { ...value, discriminator: { propertyName }, 'x-tags': Object.keys(mapping) }
    }
    // Prose is left out, except descriptions of patterns, which error messages quote.
    if (key === 'default' || (PROSE.has(key) && typeof value === 'string' && !('pattern' in this))) return undefined
    if (kind === 'closed' && value?.properties && value.type === 'object') return { additionalProperties: false, ...value }
    return value
  })
}

const PROSE = new Set(['description', 'example', 'x-provenance', 'x-assumption', 'x-confidence'])

/** Counts characters instead of UTF-16 code units. It is inlined, since validators load no module at run time. */
const LENGTH_MODULE = 'require("ajv/dist/runtime/ucs2length").default'
const LENGTH = '((text) => { let length = 0; for (const _ of text) length++; return length })'
