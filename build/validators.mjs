// Compiles the validators of a contract to modules: one per resource, loaded on the first call to the resource, and one for
// each group of schemas that is validated on its own, named by `x-validator`.
import Ajv2020 from 'ajv/dist/2020.js'
import { Name } from 'ajv/dist/compile/codegen/index.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { callRef } from 'ajv/dist/vocabularies/core/ref.js'
import { formats } from './formats.mjs'
import { minifyValidators } from './minify-validators.mjs'
import { contentOf, operationsOf, tagsWithAllErrors } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */
/** Closed schemas, of answers, allow no unknown members. @typedef {'open' | 'closed'} Kind */
/** A validator that other modules call: its module, and the text of its schema. @typedef {{ readonly from: string, readonly text: string }} Shared */

/** The keyword for a reference to a schema whose validator is in another module. */
const CALL = 'x-call'

const KEYWORDS = [
  'example',
  'x-provenance',
  'x-assumption',
  'x-confidence',
  'x-enum-assumptions',
  'x-relies-on',
  'x-links',
  'x-optional-links',
  'x-required-when',
  'x-dashboard',
  'x-validator',
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

/**
 * @param {Contract} contract
 * @param {{ readonly allErrors?: boolean, readonly borrowed?: Record<string, Shared> }} [options] whether validators report all errors, or
 * only the first, except for tags with `x-reports-all-errors`; the validators of another contract, which are called for the same schemas
 * @returns {Record<string, string>} file name to code
 */
export function validatorsOf(contract, { allErrors = false, borrowed = {} } = {}) {
  if (allErrors) return modulesOf(contract, { allErrors, borrowed, isWanted: () => true })
  const thorough = tagsWithAllErrors(contract)
  return {
    ...modulesOf(contract, { allErrors: false, borrowed, isWanted: (resource) => !thorough.has(resource) }),
    ...(thorough.size > 0
      ? modulesOf(contract, { allErrors: true, borrowed, isWanted: (resource) => thorough.has(resource) })
      : {}),
  }
}

/** The validators that other modules call, by the names of their schemas, which are marked by `x-validator: { shared: true }`.
 * @param {Contract} contract @param {string} folder of the modules @returns {Record<string, Shared>} */
export function sharedOf({ components: { schemas } }, folder) {
  const found = Object.entries(schemas).filter(([, schema]) => schema['x-validator']?.shared)
  return Object.fromEntries(
    found.map(([name, schema]) => [
      name,
      { from: `${folder}/${schema['x-validator'].module}.js`, text: wholeText(schemas, name) },
    ]),
  )
}

/**
 * @param {Contract} contract
 * @param {{ readonly allErrors: boolean, readonly borrowed: Record<string, Shared>, readonly isWanted: (module: string) => boolean }} options
 * `isWanted` selects modules by name
 * @returns {Record<string, string>} file name to code
 */
function modulesOf(contract, { allErrors, borrowed, isWanted }) {
  const { schemas } = contract.components
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
  // A shared validator has the same name in its own module and where it is imported.
  ajv.addKeyword({ keyword: CALL, code: (context) => callRef(context, new Name(context.schema), undefined, false) })

  const looser = looserThanClosed(schemas)
  const lent = Object.fromEntries(
    Object.entries(borrowed).filter(([name, { text }]) => schemas[name] && text === wholeText(schemas, name)),
  )
  const shared = { ...sharedOf(contract, '.'), ...lent }
  for (const name of Object.keys(shared))
    if (looser.has(name)) throw new Error(`${name} can't be shared: an answer allows fewer members of it than a request.`)

  /** @param {string} name @param {Kind} kind */
  const idOf = (name, kind) => `${looser.has(name) ? kind : 'open'}.${name}`
  /** @param {Json} schema @param {Kind} kind */
  const compiled = (schema, kind) =>
    asSchema(schema, kind, (name) => (shared[name] ? { [CALL]: name } : { $ref: idOf(name, kind) }))
  // Each component is a schema of its own: Ajv would compile a definition once for each reference.
  for (const [name, schema] of Object.entries(schemas)) {
    ajv.addSchema(compiled(schema, 'open'), `open.${name}`)
    if (looser.has(name)) ajv.addSchema(compiled(schema, 'closed'), `closed.${name}`)
  }

  /** @type {Record<string, Record<string, string>>} */
  const modules = {}
  /** @param {string} resource @param {string} name @param {Json} schema @param {Kind} kind */
  const add = (resource, name, schema, kind) => {
    const names = (modules[resource] ??= {})
    const { $ref, ...rest } = compiled(schema, kind)
    // Ajv writes a validator twice if it has two names.
    const isComponent = $ref && Object.keys(rest).length === 0 && !Object.values(names).includes($ref)
    const id = isComponent ? $ref : `${kind}.${resource}.${name}`
    if (!isComponent) ajv.addSchema(compiled(schema, kind), id)
    names[name] = id
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const wanted = schema['x-validator']
    // A closed schema costs nothing if the answers of the module's resource contain it already.
    const { module, closed } = typeof wanted === 'string' ? { module: wanted, closed: false } : (wanted ?? {})
    if (module) (modules[module] ??= {})[name] = idOf(name, closed ? 'closed' : 'open')
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
  return Object.fromEntries(
    Object.entries(modules)
      .filter(([resource]) => isWanted(resource))
      .flatMap(([resource, names]) => {
        const own = Object.fromEntries(Object.entries(names).filter(([name]) => !lent[name]))
        const code = minifyValidators(standaloneCode.default(ajv, own).replaceAll(LENGTH_MODULE, LENGTH))
        if (code.includes('require(')) throw new Error(`The validators of ${resource} need a module at run time.`)
        const linked = Object.entries(shared).flatMap(([name, { from }]) => [
          ...(own[name] || !code.includes(`!(${name}(`) ? [] : [`import { ${name} } from '${from}'\n`]),
          ...(names[name] && !own[name] ? [`export { ${name} } from '${from}'\n`] : []),
        ])
        const types = `import type { ValidateFunction } from '../../../check.ts'\n`
        const declared = Object.keys(names).map((name) => `export const ${name}: ValidateFunction\n`)
        return [
          [`${resource}.js`, linked.join('') + code],
          [`${resource}.d.ts`, types + declared.join('')],
        ]
      }),
  )
}

/** The schemas that allow fewer members when they are closed, by themselves or by the schemas to which they refer.
 * @param {Record<string, Json>} schemas @returns {ReadonlySet<string>} their names */
function looserThanClosed(schemas) {
  const found = new Set(
    Object.keys(schemas).filter((name) => {
      const [open, closed] = KINDS.map((kind) => JSON.stringify(asSchema(schemas[name] ?? {}, kind, ($ref) => ({ $ref }))))
      return open !== closed
    }),
  )
  for (let size = -1; size < found.size;) {
    size = found.size
    for (const [name, schema] of Object.entries(schemas)) if (referredBy(schema).some((each) => found.has(each))) found.add(name)
  }
  return found
}

/** The text of a schema with the schemas to which it refers in their places, without what neither validates nor appears in messages.
 * @param {Record<string, Json>} schemas @param {string} name @returns {string} */
function wholeText(schemas, name) {
  /** @param {string} each @param {readonly string[]} above @returns {Json} */
  const whole = (each, above) =>
    above.includes(each) ? { $ref: each } : asSchema(schemas[each] ?? {}, 'open', (referred) => whole(referred, [...above, each]))
  return JSON.stringify(whole(name, []), (key, value) => (key.startsWith('x-') && !IN_MESSAGES.has(key) ? undefined : value))
}

/** The names of the schemas to which a schema refers. @param {Json} schema @returns {string[]} */
function referredBy(schema) {
  /** @type {string[]} */
  const names = []
  asSchema(schema, 'open', (name) => {
    names.push(name)
    return {}
  })
  return names
}

/** A copy for Ajv. @param {Json} schema @param {Kind} kind @param {(name: string) => Json} referenceTo @returns {Json} */
function asSchema(schema, kind, referenceTo) {
  return JSON.parse(JSON.stringify(schema), function (/** @type {string} */ key, /** @type {any} */ value) {
    if (typeof value?.$ref === 'string') {
      const { $ref, ...rest } = value
      return { ...rest, ...referenceTo($ref.replace('#/components/schemas/', '')) }
    }
    // Our own code checks the whole value against one of several schemas.
    if (value?.['x-published']?.anyOf?.some((/** @type {Json} */ way) => way['x-schema'])) return {}
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
    if (kind === 'closed' && value?.properties && value.type === 'object' && value.additionalProperties === undefined)
      return { additionalProperties: false, ...value }
    return value
  })
}

/** @type {readonly Kind[]} */
const KINDS = ['open', 'closed']

/** Extensions that messages quote. */
const IN_MESSAGES = new Set(['x-tags'])

const PROSE = new Set(['description', 'example', 'x-provenance', 'x-assumption', 'x-confidence'])

/** Counts characters instead of UTF-16 code units. It is inlined, since validators load no module at run time. */
const LENGTH_MODULE = 'require("ajv/dist/runtime/ucs2length").default'
const LENGTH = '((text) => { let length = 0; for (const _ of text) length++; return length })'
