// Builds the schema of scenario files as a contract of its own, with copies of the schemas it takes from other contracts.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { admitDots, nameOperations } from './settings.mjs'

const SPEC = resolve(import.meta.dirname, '../spec')
const FILE = 'scenario.schema.json'

/** @typedef {Record<string, any>} Json */

/** The schemas of scenarios and fixtures in the form of a contract without operations. @returns {import('./spec.mjs').Contract} */
export function scenarioContract() {
  const { $defs, $schema: _dialect, title: _title, ...root } = read(FILE)
  /** @type {Json} */
  const schemas = {}
  const take = taker(schemas)
  for (const [name, schema] of Object.entries($defs)) schemas[name] = take(schema, FILE)
  schemas.Scenario = take(root, FILE)
  admitDots(schemas.Settings)
  nameOperations(schemas.Settings)
  for (const name of ['Scenario', 'Fixture', 'Settings', 'Vocabulary']) schemas[name]['x-validator'] = 'validators'
  const info = { title: 'maildouble scenarios', version: '1' }
  return { openapi: '3.1.0', info, tags: [], paths: {}, components: { schemas } }
}

/**
 * Copies schemas so that all references lead into `schemas`; schemas of other files are added to it. Copied objects allow no
 * unknown members, so that typos in a scenario are reported.
 * @param {Json} schemas
 */
function taker(schemas) {
  /** @param {Json} schema @param {string} file @returns {Json} */
  const take = (schema, file) => {
    if (Array.isArray(schema)) return schema.map((each) => take(each, file))
    if (typeof schema !== 'object' || schema === null) return schema
    if (schema['x-steps']) return steps(schema, file)
    if (schema['x-like']) return take(likened(schema, file), file)
    const copied = Object.entries(schema).flatMap(([key, value]) => {
      if (key === '$ref') return [[key, `#/components/schemas/${nameOf(value, file)}`]]
      if (key === 'discriminator') {
        const mapping = Object.entries(value.mapping).map(([each, to]) => [each, `#/components/schemas/${nameOf(to, file)}`])
        return [[key, { ...value, mapping: Object.fromEntries(mapping) }]]
      }
      if (key === 'enum' || key === 'const') return [[key, value]]
      return NOT_TAKEN.has(key) || (key.startsWith('x-') && !TAKEN.has(key)) ? [] : [[key, take(value, file)]]
    })
    const copy = Object.fromEntries(copied)
    return copy.type === 'object' && copy.properties && copy.additionalProperties === undefined
      ? { ...copy, additionalProperties: false }
      : copy
  }

  /** A step for each trigger: the members of all steps, and the trigger's own members below `with`. @param {Json} schema
   * @param {string} file @returns {Json} */
  const steps = ({ 'x-steps': { of, more }, description, required, properties }, file) => {
    const [from = '', pointer = ''] = of.split('#')
    const mapping = Object.entries(at(read(from), pointer).discriminator.mapping).map(([trigger, reference]) => {
      const { required: needed, properties: own, description: says } = at(read(from), reference.slice(1))
      const { trigger: name, ...members } = take(own, from)
      const needs = needed.filter((/** @type {string} */ each) => each !== 'trigger')
      const title = `Step_${reference.slice(reference.lastIndexOf('/') + 1)}`
      schemas[title] = {
        type: 'object',
        description: says.trim(),
        additionalProperties: false,
        required: [...required, 'trigger', ...(needs.length > 0 ? ['with'] : [])],
        properties: {
          ...take(properties, file),
          trigger: name,
          with: {
            type: 'object',
            description: 'The members of the trigger',
            additionalProperties: false,
            ...(needs.length > 0 ? { required: needs } : {}),
            properties: members,
          },
          ...take(more[trigger] ?? {}, file),
        },
      }
      return [trigger, `#/components/schemas/${title}`]
    })
    return {
      description,
      type: 'object',
      oneOf: mapping.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: 'trigger', mapping: Object.fromEntries(mapping) },
    }
  }

  /** @param {string} reference @param {string} file */
  const nameOf = (reference, file) => {
    const [path, pointer = ''] = reference.split('#')
    const target = path ? join(dirname(file), path) : file
    const words = pointer.split('/').filter((word) => !['', '$defs', 'properties', 'components', 'schemas'].includes(word))
    const name = words.join('_')
    if (target === FILE || schemas[name]) return name
    const found = at(read(target), pointer)
    if (!found) throw new Error(`${FILE} refers to ${reference}, which does not exist.`)
    if (found.$ref && Object.keys(found).length === 1) return nameOf(found.$ref, target)
    schemas[name] = {}
    schemas[name] = take(found, target)
    return name
  }
  return take
}

/**
 * The schema with all properties of the one that `x-like` names, in their order, and then its own. Its own properties replace those of the same name, and
 * `false` takes one away.
 * @param {Json} schema @param {string} file @returns {Json}
 */
function likened({ 'x-like': reference, ...schema }, file) {
  const [path, pointer = ''] = reference.split('#')
  const alike = at(read(join(dirname(file), path)), pointer)
  if (!alike) throw new Error(`${file} is like ${reference}, which does not exist.`)
  const references = Object.keys(alike.properties).map((name) => [name, { $ref: `${reference}/properties/${name}` }])
  const all = Object.entries({ ...Object.fromEntries(references), ...schema.properties })
  return { ...schema, properties: Object.fromEntries(all.filter(([, property]) => property !== false)) }
}

const NOT_TAKEN = new Set(['example', 'examples', 'default'])

/** Extensions that validators need. */
const TAKEN = new Set(['x-first-if'])

/** @param {Json} document @param {string} pointer */
function at(document, pointer) {
  return pointer
    .slice(1)
    .split('/')
    .reduce((found, word) => found?.[word], document)
}

/** @type {Map<string, Json>} */
const files = new Map()

/** @param {string} file @returns {Json} */
function read(file) {
  const known = files.get(file) ?? parse(readFileSync(resolve(SPEC, file), 'utf8'), { merge: true })
  files.set(file, known)
  return known
}
